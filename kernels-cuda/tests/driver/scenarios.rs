//! What runs in processes of their own.
use cudarc::driver::sys;
use lacuna::error::Operand;
use lacuna::{KernelError, RowSparse};
use lacuna_cuda::driver::{Argument, Cuda, Driver, DriverError, Entry, Grid};
use lacuna_cuda::{Buffer, DeviceRowSparse, Error, Gpu, PtxModule, rows};
use std::{fs, ptr};

/// The context of this thread.
fn current() -> sys::CUcontext {
    let mut context = ptr::null_mut();
    // SAFETY: writes a handle.
    unsafe { sys::cuCtxGetCurrent(&mut context) }.result().unwrap();
    context
}

/// Runs a scenario, with a context of somebody else in this thread where there is a driver. It is there after it.
pub fn run(scenario: &str) {
    if ["no driver", "old libcuda"].contains(&scenario) {
        return run_in_context(scenario);
    }
    let context = ptr::without_provenance_mut(4096);
    // SAFETY: the stub does not look behind it.
    unsafe { sys::cuCtxSetCurrent(context) }.result().unwrap();
    run_in_context(scenario);
    assert_eq!(current(), context);
}

fn run_in_context(scenario: &str) {
    match scenario {
        "no driver" => match Cuda::new(0) {
            Err(error) => {
                assert_eq!(error, DriverError::NoDriver);
                assert_eq!(Cuda::device_count(), Err(DriverError::NoDriver));
            }
            Ok(_) => println!("skipped: this machine has a CUDA driver"),
        },
        "old libcuda" => {
            assert!(missing(0).contains("too old") && missing(0).contains("cuLaunchKernel"), "{}", missing(0))
        }
        "no device" => {
            assert_eq!(missing(0), "planted fault (PLANTED, error 100)");
            assert_eq!(Cuda::device_count(), Ok(0));
        }
        "old device" => assert_eq!(missing(0), "Stub has compute capability 7.5, and 8.0 is needed"),
        "old driver" => assert_eq!(missing(0), "the driver is of CUDA 11.1, and 11.2 is needed"),
        "no compiler" => {
            let reason = "libnvidia-ptxjitcompiler is not installed: planted fault (PLANTED, error 221)".to_owned();
            assert_eq!(Cuda::new(0).unwrap_err(), DriverError::Ptx { reason });
        }
        "refusal" => {
            let reason = "planted fault (PLANTED, error 218)\nline 7: planted".to_owned();
            assert_eq!(launch(&open(), "one", ONE, &mut [Argument::Null]), Err(DriverError::Ptx { reason }));
        }
        "no memory" => {
            let cuda = open();
            assert_eq!(cuda.allocate(64).unwrap_err(), DriverError::OutOfMemory { bytes: 64 });
            assert_eq!(cuda.allocate_pinned(65).unwrap_err(), DriverError::OutOfMemory { bytes: 65 });
            assert_eq!(cuda.allocate_pinned(usize::MAX).unwrap_err(), DriverError::OutOfMemory { bytes: usize::MAX });
            assert_ne!(cuda.allocate(0).unwrap().address_in(&cuda), 0);
        }
        "failure" => {
            let reason = "planted fault (PLANTED, error 700)".to_owned();
            assert_eq!(open().synchronize(), Err(DriverError::Transfer { reason }));
        }
        "facts" => facts(),
        "transfers" => transfers(),
        "pinned" => pinned(),
        "pinned memory that is dropped" => dropped(),
        "launches" => launches(),
        "slow compiler" => slow_compiler(),
        "streams" => streams(),
        "slow stream" => slow_stream(),
        "opened twice" => opened_twice(),
        "of others" => of_others(),
        "checks" => checks(),
        "many inputs" => many_inputs(),
        "threads" => threads(),
        other => panic!("no scenario {other}"),
    }
}

const MIXED: &str = "
.visible .entry mixed(
\t.param .u64 .ptr .align 1 mixed_param_0,
\t.param .u64 .ptr .align 1 mixed_param_1,
\t.param .u64 mixed_param_2,
\t.param .u32 mixed_param_3,
\t.param .b64 mixed_param_4,
\t.param .b32 mixed_param_5
)
{
\tret;
}
";
const SMALL: &str = "
.visible .entry one(\t.param .u64 one_param_0
)
{
\tret;
}
.visible .entry two(\t.param .u64 two_param_0
)
{
\tret;
}
";

static MODULES: [PtxModule; 2] = [PtxModule::new("mixed", MIXED), PtxModule::new("small", SMALL)];

const ONE: Grid = Grid { blocks: [1, 1], threads: 32, shared: 0 };

fn open() -> Cuda {
    open_number(0)
}

fn open_number(ordinal: usize) -> Cuda {
    // SAFETY: the stub runs nothing.
    unsafe { Cuda::with_modules(ordinal, &MODULES) }.unwrap()
}

/// Launches what the stub only takes note of.
fn launch(
    cuda: &Cuda,
    entry: &str,
    grid: Grid,
    arguments: &mut [Argument<'_, <Cuda as Driver>::Memory>],
) -> Result<(), DriverError> {
    // SAFETY: the stub runs nothing.
    unsafe { cuda.launch(Entry { module: "small", name: entry }, grid, arguments, &[]) }
}

/// Why there is no device.
fn missing(ordinal: usize) -> String {
    match Cuda::new(ordinal).unwrap_err() {
        DriverError::NoDevice { ordinal: found, reason } if found == ordinal => reason,
        other => panic!("{other}"),
    }
}

/// What the stub was asked for since the last time.
fn log() -> Vec<String> {
    let file = std::env::var(super::LOG).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    fs::write(file, "").unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Waits until the stub is asked for something. Its lines are only looked at: what it writes meanwhile would be lost.
fn wait_for_line(begins: &str) {
    let file = std::env::var(super::LOG).unwrap();
    while !fs::read_to_string(&file).unwrap().lines().any(|line| line.starts_with(begins)) {}
}

/// The place of a line of the log.
fn place(lines: &[String], begins: &str) -> usize {
    lines.iter().position(|line| line.starts_with(begins)).unwrap_or_else(|| panic!("no {begins}: {lines:?}"))
}

trait Address {
    fn address_in(&self, cuda: &Cuda) -> u64;
}

impl Address for <Cuda as Driver>::Memory {
    fn address_in(&self, cuda: &Cuda) -> u64 {
        cuda.address(self)
    }
}

fn facts() {
    assert_eq!(Cuda::device_count(), Ok(2));
    assert_eq!(missing(2), "planted fault (PLANTED, error 101)");
    assert_eq!(missing(usize::MAX), "there are not that many");
    log();
    let cuda = Cuda::new(0).unwrap();
    // All of the memory that is freed.
    assert!(log().contains(&"keep 4 -1".to_owned()));
    assert_eq!(cuda.name(), "Stub");
    assert_eq!(format!("{cuda:?}"), "stream 0 of device 0, Stub");
    let facts = cuda.facts().unwrap();
    assert_eq!((facts.compute_capability, facts.driver_version), ((9, 0), (12, 8)));
    assert_eq!((facts.total_memory, facts.free_memory), (5 << 20, 3 << 20));
    log();
    cuda.keep_memory(1 << 40).unwrap();
    assert_eq!(log(), ["keep 4 1099511627776"]);
    drop(cuda);
    let lines = log();
    assert!(!lines.contains(&"unload".to_owned()) && lines.last().is_some_and(|line| line == "release 0"), "{lines:?}");
}

fn refused<T: std::fmt::Debug>(result: Result<T, DriverError>) -> String {
    match result.unwrap_err() {
        DriverError::Transfer { reason } => reason,
        other => panic!("{other}"),
    }
}

fn transfers() {
    let cuda = open();
    let mut memory = cuda.allocate(8).unwrap();
    let mut other = cuda.allocate(4).unwrap();
    let mut bytes = [0; 8];
    cuda.fill(&mut memory, 0, 8, 7).unwrap();
    cuda.fill(&mut memory, 6, 2, 9).unwrap();
    cuda.upload(&[1, 2, 3], &mut memory).unwrap();
    cuda.download(&memory, 0, &mut bytes).unwrap();
    assert_eq!(bytes, [1, 2, 3, 7, 7, 7, 9, 9]);
    cuda.copy(&memory, 0, &mut other, 0, 4).unwrap();
    cuda.download(&other, 1, &mut bytes[..3]).unwrap();
    assert_eq!(bytes[..3], [2, 3, 7]);
    cuda.copy(&memory, 5, &mut other, 1, 3).unwrap();
    cuda.download(&other, 0, &mut bytes[..4]).unwrap();
    assert_eq!(bytes[..4], [1, 7, 9, 9]);

    let mut pinned = cuda.allocate_pinned(4).unwrap();
    assert_eq!(cuda.pinned(&pinned).unwrap(), [0; 4]);
    cuda.pinned_mut(&mut pinned).unwrap().copy_from_slice(&[4, 5, 6, 7]);
    cuda.upload_pinned(&pinned, &mut memory).unwrap();
    cuda.pinned_mut(&mut pinned).unwrap().fill(0);
    cuda.download_pinned(&memory, &mut pinned).unwrap();
    assert_eq!(cuda.pinned(&pinned).unwrap(), [4, 5, 6, 7]);

    let outside = |result| assert!(refused(result).contains("are not inside memory of 4 bytes"));
    outside(cuda.fill(&mut other, 2, 3, 0));
    outside(cuda.fill(&mut other, usize::MAX, 2, 0));
    outside(cuda.upload(&[0; 5], &mut other));
    outside(cuda.download(&other, 4, &mut [0]));
    outside(cuda.copy(&memory, 0, &mut other, 0, 5));
    outside(cuda.copy(&other, 0, &mut memory, 0, 5));
    outside(cuda.copy(&memory, 0, &mut other, 3, 2));
    outside(cuda.copy(&other, 3, &mut memory, 0, 2));
    let mut long = cuda.allocate_pinned(5).unwrap();
    outside(cuda.upload_pinned(&long, &mut other));
    outside(cuda.download_pinned(&other, &mut long));

    let mut empty = cuda.allocate(0).unwrap();
    let mut none = cuda.allocate_pinned(0).unwrap();
    cuda.fill(&mut empty, 0, 0, 1).unwrap();
    cuda.upload(&[], &mut empty).unwrap();
    cuda.download(&empty, 0, &mut []).unwrap();
    cuda.copy(&empty, 0, &mut other, 0, 0).unwrap();
    cuda.upload_pinned(&none, &mut empty).unwrap();
    cuda.download_pinned(&empty, &mut none).unwrap();
    assert_eq!(cuda.pinned_mut(&mut none).unwrap(), []);

    let stranger = open_number(1);
    assert_eq!(refused(stranger.fill(&mut other, 0, 1, 0)), "memory of device 0 is used on device 1");
    assert_eq!(refused(stranger.wait_for(&cuda)), "a stream of device 0 is used on device 1");
    log();
    drop((memory, other, empty));
    assert_eq!(log().iter().filter(|line| line.starts_with("free")).count(), 2);
}

/// Batches go to the device and come back by two buffers in turn, on two streams, while the host writes the next batch
/// and reads the last. Copies of `work` bytes keep the device busy for longer than the host.
pub fn batches(cuda: &Cuda, bytes: usize, work: usize) {
    let streams = [cuda.new_stream().unwrap(), cuda.new_stream().unwrap()];
    let allocate = |bytes| -> Vec<_> { streams.iter().map(|stream| stream.allocate(bytes).unwrap()).collect() };
    let (mut on_device, mut copied, mut work_from, mut work_to) =
        (allocate(bytes), allocate(bytes), allocate(work), allocate(work));
    let mut from: Vec<_> = (0..2).map(|_| cuda.allocate_pinned(bytes).unwrap()).collect();
    let mut to: Vec<_> = (0..2).map(|_| cuda.allocate_pinned(bytes).unwrap()).collect();
    for batch in 0..32_u8 {
        let turn = usize::from(batch % 2);
        let stream = &streams[turn];
        for _ in 0..20 {
            stream.copy(&work_from[turn], 0, &mut work_to[turn], 0, work).unwrap();
            stream.copy(&work_to[turn], 0, &mut work_from[turn], 0, work).unwrap();
        }
        stream.pinned_mut(&mut from[turn]).unwrap().fill(batch + 1);
        stream.upload_pinned(&from[turn], &mut on_device[turn]).unwrap();
        // The other stream makes the copy, so that it must wait for the upload and the download for it.
        streams[1 - turn].copy(&on_device[turn], 0, &mut copied[turn], 0, bytes).unwrap();
        stream.download_pinned(&copied[turn], &mut to[turn]).unwrap();
        if batch > 0 {
            let last = 1 - turn;
            assert!(stream.pinned(&to[last]).unwrap().iter().all(|&byte| byte == batch), "batch {batch}");
        }
    }
}

fn pinned() {
    let cuda = open();
    batches(&cuda, 64, 8);

    let mut memory = cuda.allocate(8).unwrap();
    let mut pinned = cuda.allocate_pinned(8).unwrap();
    cuda.fill(&mut memory, 0, 8, 3).unwrap();
    log();
    cuda.download_pinned(&memory, &mut pinned).unwrap();
    assert_eq!(cuda.pinned(&pinned).unwrap(), [3; 8]);
    let lines = log();
    let waited = lines.iter().rposition(|line| line == "synchronize event").unwrap();
    assert!(lines[..waited].iter().any(|line| line.starts_with("record 1 ")), "{lines:?}");

    let mut stranger = open_number(1).allocate_pinned(8).unwrap();
    let reason = "pinned memory of device 1 is used on device 0";
    assert_eq!(refused(cuda.upload_pinned(&stranger, &mut memory)), reason);
    assert_eq!(refused(cuda.download_pinned(&memory, &mut stranger)), reason);
}

/// Memory that a copy still uses is freed after it.
fn dropped() {
    let cuda = open();
    let mut memory = cuda.allocate(8).unwrap();
    let mut pinned = cuda.allocate_pinned(8).unwrap();
    cuda.pinned_mut(&mut pinned).unwrap().fill(5);
    cuda.upload_pinned(&pinned, &mut memory).unwrap();
    drop(pinned);
    let mut pinned = cuda.allocate_pinned(8).unwrap();
    cuda.download_pinned(&memory, &mut pinned).unwrap();
    assert_eq!(cuda.pinned(&pinned).unwrap(), [5; 8]);
    cuda.download_pinned(&memory, &mut pinned).unwrap();
    drop((pinned, cuda));
    let lines = log();
    assert!(!lines.contains(&"freed in use".to_owned()), "{lines:?}");
}

fn launches() {
    let cuda = open();
    let input = cuda.allocate(16).unwrap();
    let mut output = cuda.allocate(16).unwrap();
    let empty = cuda.allocate(0).unwrap();
    let (from, to) = (input.address_in(&cuda), output.address_in(&cuda));
    log();
    let mut arguments = [
        Argument::Read(&input, 4),
        Argument::Write(&mut output, 16),
        Argument::Null,
        Argument::U32(u32::MAX),
        Argument::U64(u64::from(u32::MAX) << 8),
        Argument::U32(1.5_f32.to_bits()),
    ];
    let grid = Grid { blocks: [3, 2], threads: 64, shared: 1 << 16 };
    // SAFETY: the stub runs nothing.
    unsafe { cuda.launch(Entry { module: "mixed", name: "mixed" }, grid, &mut arguments, &[&empty]) }.unwrap();
    let expected =
        format!("launch mixed 3x2x1 64x1x1 65536 on 1: {:x} {:x} 0 ffffffff ffffffff00 3fc00000", from + 4, to + 16);
    // 8 is the most dynamic shared memory.
    assert_eq!(log(), [&format!("load {} bytes", MIXED.len()), "look up mixed", "attribute 8 65536", &expected]);

    launch(&cuda, "one", ONE, &mut [Argument::Read(&empty, 0)]).unwrap();
    launch(&cuda, "one", ONE, &mut [Argument::U64(7)]).unwrap();
    let load = format!("load {} bytes", SMALL.len());
    // Memory of no bytes is not null, which is an array that is not given.
    assert_eq!(
        log(),
        [&load, "look up one", "launch one 1x1x1 32x1x1 0 on 1: 100", "launch one 1x1x1 32x1x1 0 on 1: 7"]
    );
    launch(&cuda, "one", Grid { blocks: [1, 0], ..ONE }, &mut [Argument::Null]).unwrap();
    assert_eq!(log(), [""; 0]);
    // A module is loaded once, whatever stream asks for it.
    launch(&cuda.new_stream().unwrap(), "two", Grid { blocks: [1, 0], ..ONE }, &mut [Argument::Null]).unwrap();
    let lines = log();
    assert!(
        lines.contains(&"look up two".to_owned()) && !lines.iter().any(|line| line.starts_with("load")),
        "{lines:?}"
    );

    let failed = launch(&cuda, "one", Grid { threads: 2000, ..ONE }, &mut [Argument::Null]);
    let reason = "planted fault (PLANTED, error 1)".to_owned();
    assert_eq!(failed, Err(DriverError::Launch { entry: "one".to_owned(), reason }));
    let failed = launch(&cuda, "one", ONE, &mut [Argument::Read(&input, 17)]).unwrap_err().to_string();
    assert!(failed.contains("not inside memory of 16 bytes"), "{failed}");
    for (module, name) in
        [("small", "none"), ("small", "on"), ("small", "on\0e"), ("mixed", "three"), ("none", "three")]
    {
        // SAFETY: the stub runs nothing.
        let unknown = unsafe { cuda.launch(Entry { module, name }, ONE, &mut [], &[]) };
        assert_eq!(unknown, Err(DriverError::UnknownEntry { entry: name.to_owned() }));
    }
}

/// While a module is compiled, entries of others are looked up.
fn slow_compiler() {
    let cuda = open();
    launch(&cuda, "one", ONE, &mut [Argument::Null]).unwrap();
    log();
    let lines = std::thread::scope(|scope| {
        let slow = scope.spawn(|| {
            // SAFETY: the stub runs nothing.
            unsafe {
                cuda.launch(Entry { module: "mixed", name: "mixed" }, Grid { blocks: [0, 0], ..ONE }, &mut [], &[])
            }
        });
        wait_for_line("load ");
        launch(&cuda, "two", ONE, &mut [Argument::Null]).unwrap();
        slow.join().unwrap().unwrap();
        log()
    });
    assert!(place(&lines, "launch two") < place(&lines, "loaded"), "{lines:?}");
}

/// While a stream that is dropped waits for its work, others begin theirs.
fn slow_stream() {
    let a = open();
    let b = a.new_stream().unwrap();
    launch(&a, "one", ONE, &mut [Argument::Null]).unwrap();
    log();
    let lines = std::thread::scope(|scope| {
        let slow = scope.spawn(|| drop(b));
        wait_for_line("synchronize 2");
        launch(&a, "two", ONE, &mut [Argument::Null]).unwrap();
        slow.join().unwrap();
        log()
    });
    assert!(place(&lines, "launch two") < place(&lines, "synchronized"), "{lines:?}");
}

/// Two users of a device share its memory and its modules.
fn opened_twice() {
    let a = open();
    let mut memory = a.allocate(8).unwrap();
    assert_eq!(access(&a, Argument::Write(&mut memory, 0)), (vec![], None));
    log();
    let b = open();
    // The new stream waits for what nothing was noted of; and the limit of the first user stands.
    let lines = log();
    assert!(lines.len() == 2 && lines[0].starts_with("record 1 ") && lines[1].starts_with("wait 2 "), "{lines:?}");
    let (waited, written) = access(&a, Argument::Write(&mut memory, 0));
    assert_eq!(waited, [""; 0]);
    let (waited, read_b) = access(&b, Argument::Read(&memory, 0));
    assert_eq!(waited, [written.unwrap()]);
    launch(&b, "two", ONE, &mut [Argument::Null]).unwrap();
    let lines = log();
    assert!(!lines.iter().any(|line| line.starts_with("load")), "{lines:?}");

    // Memory outlives the streams, and modules do not.
    drop((a, b));
    let lines = log();
    assert!(place(&lines, "unload") == lines.len() - 1, "{lines:?}");
    let c = open();
    assert_eq!(format!("{c:?}"), "stream 2 of device 0, Stub");
    let (_, read_c) = access(&c, Argument::Read(&memory, 0));
    drop(c);
    log();
    drop(memory);
    let waits = [read_b, read_c].map(|event| format!("wait 1 {}", event.unwrap()));
    assert_eq!(log(), [&waits[0], &waits[1], "free 1", "destroy stream 1", "release 0"]);
}

/// A stream and memory of another library: neither is destroyed, work is begun in the order of the stream, and what is
/// allocated beside it is freed on it.
fn of_others() {
    let mut stream = ptr::null_mut();
    let context = current();
    // SAFETY: writes a handle, in a context of the stub.
    unsafe {
        let mut own = ptr::null_mut();
        sys::cuDevicePrimaryCtxRetain(&mut own, 0).result().unwrap();
        sys::cuCtxSetCurrent(own).result().unwrap();
        sys::cuStreamCreate(&mut stream, 0).result().unwrap();
        sys::cuCtxSetCurrent(context).result().unwrap();
    }
    let mut bytes = [7_u8; 16];
    log();
    // SAFETY: the stream is never destroyed.
    let cuda = unsafe { Cuda::on_stream(0, stream.cast()) }.unwrap();
    // SAFETY: the bytes are there until the end.
    let mut memory = unsafe { cuda.borrow(bytes.as_mut_ptr().expose_provenance() as u64, 16) }.unwrap();
    cuda.write_words(&[0x0403_0201, 0x0807_0605], &mut memory).unwrap();
    let own = cuda.allocate(8).unwrap();
    let mut found = [0; 16];
    cuda.download(&memory, 0, &mut found).unwrap();
    assert_eq!(found, [1, 2, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7, 7, 7, 7, 7]);
    let reason = "16 bytes from byte 8 on are not inside memory of 16 bytes".to_owned();
    assert_eq!(cuda.download(&memory, 8, &mut found), Err(DriverError::Transfer { reason }));
    log();
    drop((memory, own, cuda));
    let lines = log();
    let number = stream.expose_provenance();
    assert_eq!(lines.iter().filter(|line| line.starts_with("free")).count(), 1, "{lines:?}");
    assert!(lines.contains(&format!("free {number}")) && lines.contains(&format!("synchronize {number}")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("destroy")), "{lines:?}");
    assert_eq!(bytes[..9], [1, 2, 3, 4, 5, 6, 7, 8, 7]);
}

/// Launches an entry that reads or writes the memory, and returns the events that its stream has waited for, and the
/// one that was recorded.
fn access(cuda: &Cuda, argument: Argument<'_, <Cuda as Driver>::Memory>) -> (Vec<String>, Option<String>) {
    log();
    launch(cuda, "one", ONE, &mut [argument]).unwrap();
    let lines = log();
    let events = |name: &str| -> Vec<_> {
        lines
            .iter()
            .filter(|line| line.starts_with(name))
            .filter_map(|line| line.rsplit(' ').next())
            .map(str::to_owned)
            .collect()
    };
    (events("wait"), events("record").pop())
}

fn streams() {
    let a = open();
    let mut memory = a.allocate(8).unwrap();
    assert_eq!(access(&a, Argument::Write(&mut memory, 0)), (vec![], None));
    log();
    let b = a.new_stream().unwrap();
    // The new stream waits for what nothing was noted of.
    let lines = log();
    assert!(lines[0].starts_with("record 1 ") && lines[1].starts_with("wait "), "{lines:?}");

    let (waited, read_a) = access(&a, Argument::Read(&memory, 0));
    assert_eq!(waited, [""; 0]);
    let (waited, read_b) = access(&b, Argument::Read(&memory, 0));
    assert_eq!(waited, [""; 0]);
    let (waited, _) = access(&b, Argument::Read(&memory, 0));
    assert_eq!(waited, [""; 0]);
    let c = b.new_stream().unwrap();
    let (waited, write_c) = access(&c, Argument::Write(&mut memory, 0));
    assert_eq!(waited.len(), 2);
    assert!(
        waited.contains(&read_a.unwrap()) && !waited.contains(&read_b.unwrap()),
        "only the last read of a stream counts: {waited:?}"
    );
    let (waited, _) = access(&c, Argument::Write(&mut memory, 0));
    assert_eq!(waited, [""; 0]);
    let (waited, _) = access(&a, Argument::Read(&memory, 0));
    assert!(waited.len() == 1 && waited[0] != write_c.unwrap(), "{waited:?}");

    a.wait_for(&b).unwrap();
    // Freed where it was allocated, after its uses elsewhere.
    log();
    drop(memory);
    let lines = log();
    assert!(lines.len() == 2 && lines[0].starts_with("wait 1 ") && lines[1] == "free 1", "{lines:?}");

    // A stream that goes waits, as the others stop noting.
    drop(b);
    assert!(log()[0].starts_with("synchronize "));
    let mut memory = a.allocate(8).unwrap();
    drop(a);
    let (waited, recorded) = access(&c, Argument::Write(&mut memory, 0));
    assert!(waited.len() == 1 && recorded.is_some(), "the memory will be freed on a stream that has no owner");
    log();
    drop(memory);
    assert!(log()[0].starts_with("wait 1 "));
    let mut memory = c.allocate(8).unwrap();
    assert_eq!(access(&c, Argument::Write(&mut memory, 0)), (vec![], None));
}

/// The stub refuses the first of many calls.
fn checks() {
    let gpu = Gpu::open(0).unwrap();
    let entries = Buffer::upload(&gpu, &[0_i32]).unwrap();
    let values = Buffer::upload_values(&gpu, &[0.0_f32]).unwrap();
    let mut out = Buffer::upload_values(&gpu, &[0.0_f32]).unwrap();
    log();
    for _ in 0..40_000 {
        rows::permute(&gpu, &entries, &values, &mut out).unwrap();
    }
    let (mut pages, mut most) = (0, 0);
    for line in log() {
        pages += i32::from(line == "allocate") - i32::from(line.starts_with("free "));
        most = most.max(pages);
    }
    assert!((1..=64).contains(&most), "{most} pages of 256 checks");
    let refusal = KernelError::Pattern { operand: Operand::Indices, row: 5, expected: 9, found: 7 };
    assert_eq!(gpu.finish(), Err(Error::Kernel(refusal)));
    assert_eq!(gpu.finish(), Ok(()));
}

/// A grid has 65535 blocks along y.
fn many_inputs() {
    let gpu = Gpu::open(0).unwrap();
    let one = DeviceRowSparse::upload(&gpu, RowSparse::new(3, 1, &[1_i32], &[1.0_f32]).unwrap()).unwrap();
    log();
    rows::add_n_ids(&gpu, &vec![&one; 70_001]).unwrap();
    let lines = log();
    let grids = |entry: &str| -> Vec<_> {
        lines.iter().filter_map(|line| line.strip_prefix("launch ")?.strip_prefix(entry)?.split(' ').nth(1)).collect()
    };
    assert_eq!(grids("merge_ids"), ["1x65535x1", "1x4466x1"]);
    assert_eq!(grids("input_rows"), ["1x1x1"; 8751]);
}

fn threads() {
    let cuda = open();
    let memory = cuda.allocate(8).unwrap();
    let pinned = cuda.allocate_pinned(8).unwrap();
    log();
    std::thread::spawn(move || drop(memory)).join().unwrap();
    assert_eq!(log(), ["free 1"]);
    std::thread::spawn(move || drop(pinned)).join().unwrap();
    std::thread::spawn(move || drop(cuda)).join().unwrap();
    let lines = log();
    assert!(!lines.iter().any(|line| line.starts_with("no context")), "{lines:?}");
}
