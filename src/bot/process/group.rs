//! A process with everything that it has started, which ends as a whole.

use std::io;
use std::process::Child;

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};
#[cfg(windows)]
use win32job::{ExtendedLimitInfo, Job};

/// A process group, which ends when this is dropped.
#[cfg(unix)]
pub(super) struct Group(Option<Pid>);

#[cfg(unix)]
impl Group {
    #[expect(clippy::unnecessary_wraps, reason = "on Windows it may fail")]
    pub(super) fn led_by(child: &Child) -> io::Result<Self> {
        Ok(Self(Pid::from_raw(child.id() as i32)))
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        // A group that is already gone is ignored.
        _ = self.0.map(|group| kill_process_group(group, Signal::KILL));
    }
}

/// A job, which ends when this is dropped or the program has ended.
#[cfg(windows)]
pub(super) struct Group(#[expect(dead_code, reason = "it is held")] Job);

#[cfg(windows)]
impl Group {
    pub(super) fn led_by(child: &Child) -> io::Result<Self> {
        use std::os::windows::io::AsRawHandle as _;
        let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
        let job = job.map_err(io::Error::other)?;
        job.assign_process(child.as_raw_handle() as isize).map_err(io::Error::other)?;
        Ok(Self(job))
    }
}

/// Nothing, where processes have no groups.
#[cfg(not(any(unix, windows)))]
pub(super) struct Group;

#[cfg(not(any(unix, windows)))]
impl Group {
    pub(super) fn led_by(_: &Child) -> io::Result<Self> {
        Ok(Self)
    }
}
