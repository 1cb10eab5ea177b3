//! What the process has in memory, where the system reports it.

/// Bytes of memory of its own, and of files that are mapped, which the system takes back when it needs them.
pub fn resident() -> Option<(u64, u64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let bytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
    };
    Some((bytes("RssAnon:")?, bytes("RssFile:")?))
}
