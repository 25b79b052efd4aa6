"""Plays the parts on the workers of the HyperQueue server that runs, or with `--local` on this machine alone."""

import os
import sys

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest

PARTS = 64
THREADS = 1


def play(client):
    job = Job(default_workdir=os.getcwd(), max_fails=None, default_env={"THREADS": str(THREADS)})
    for part in range(1, PARTS + 1):
        job.program(["sh", "part.sh", str(part)], resources=ResourceRequest(cpus=THREADS))
    client.wait_for_jobs([client.submit(job)])


if "--local" in sys.argv[1:]:
    with LocalCluster(worker_config=WorkerConfig()) as cluster:
        play(cluster.client())
else:
    play(Client())
