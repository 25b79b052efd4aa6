#!/bin/sh
#SBATCH --job-name=furlong
#SBATCH --array=1-64
#SBATCH --cpus-per-task=8
#SBATCH --time=01:00:00
#SBATCH --requeue
export THREADS="$SLURM_CPUS_PER_TASK"
exec sh part.sh "$SLURM_ARRAY_TASK_ID"
