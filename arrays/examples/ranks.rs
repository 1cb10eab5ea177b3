//! Ranks of MPI that talk, fail and hang, for `cargo xtask machines`.
//!
//! `mpirun -n N ranks COMMAND RANK MILLISECONDS LIMIT`: what RANK does after so long, and for how many seconds a rank
//! may give no sign of life. Each rank prints one line: that its messages are those of `Threads`, or why it ends.
use lacuna_arrays::exchange::{Exchange, ExchangeError, Mpi, Threads};
use std::process::{Command, ExitCode, exit, id};
use std::time::{Duration, Instant};

const SIZES: [usize; 9] = [0, 1, 1023, 1024, 1025, 70_000, 5_000_000, 16 << 20, (40 << 20) + 3];

/// Of these two ranks in this round, which no other has.
fn message(from: usize, to: usize, bytes: usize) -> Vec<u8> {
    let mut state = (from as u64 + 1) << 40 | (to as u64 + 1) << 20 | bytes as u64;
    let next = |_| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (state >> 56) as u8
    };
    (0..bytes).map(next).collect()
}

/// FNV-1a of all that a rank has received.
fn hash(hash: &mut u64, messages: &[Vec<u8>]) {
    for message in messages {
        for byte in message.len().to_le_bytes().iter().chain(message) {
            *hash = (*hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

/// Sums of what `all_to_all`, `all_gather` and single messages bring.
fn talk(exchange: &dyn Exchange) -> Result<u64, ExchangeError> {
    let (rank, size, mut sum) = (exchange.rank(), exchange.size(), 0xCBF2_9CE4_8422_2325);
    for bytes in SIZES {
        // At most so much for all ranks together.
        let bytes = bytes.min((160 << 20) / size / size + 5);
        let received = exchange.all_to_all((0..size).map(|to| message(rank, to, bytes)).collect())?;
        hash(&mut sum, &received);
        exchange.barrier()?;
        // Each with another length.
        hash(&mut sum, &exchange.all_gather(message(rank, rank, bytes / (rank + 1)))?);
    }
    // More messages than the engine has slots, all of them before the first is received.
    for to in (0..size).filter(|&to| to != rank) {
        (0..300).try_for_each(|number| exchange.send(to, message(rank, to, 37 * number)))?;
    }
    for from in (0..size).filter(|&from| from != rank) {
        let received: Result<Vec<_>, _> = (0..300).map(|_| exchange.receive(from)).collect();
        hash(&mut sum, &received?);
    }
    Ok(sum)
}

fn by_threads(size: usize) -> Vec<Option<u64>> {
    let ranks = Threads::new(size, Duration::from_secs(60));
    std::thread::scope(|scope| {
        let ranks: Vec<_> = ranks.into_iter().map(|rank| scope.spawn(move || talk(&rank).ok())).collect();
        ranks.into_iter().map(|rank| rank.join().ok().flatten()).collect()
    })
}

/// What takes a process at any moment, in the middle of a message too.
fn strike(what: &str, after: Duration) {
    let signal = |name: &str| drop(Command::new("kill").args([name, &id().to_string()]).status());
    std::thread::sleep(after);
    match what {
        "exit" => exit(3),
        "kill" => signal("-KILL"),
        "stop" => signal("-STOP"),
        _ => {}
    }
}

/// Steps of a training, in which the ranks send rows in a ring. The chosen rank does something else after a time.
fn steps(exchange: &Mpi, what: &'static str, chosen: bool, after: Duration) -> Result<(), ExchangeError> {
    let (rank, size, started) = (exchange.rank(), exchange.size(), Instant::now());
    if chosen {
        std::thread::spawn(move || strike(what, after));
    }
    for step in 0.. {
        let now = chosen && started.elapsed() > after;
        match what {
            "fail" if now => {
                exchange.fail("its disk is full");
                return Err(ExchangeError::Failed { rank, cause: "its disk is full".to_owned() });
            }
            "return" if now => return Ok(()),
            "compute" if step == 20 => {
                if chosen {
                    std::thread::sleep(after);
                }
                return exchange.barrier();
            }
            _ => {}
        }
        let bytes = if step % 4 == 0 { 20 << 20 } else { 3000 };
        let to = |to| if to == (rank + 1) % size { vec![7; bytes] } else { Vec::new() };
        exchange.all_to_all((0..size).map(to).collect())?;
    }
    Ok(())
}

const COMMANDS: [&str; 7] = ["talk", "fail", "return", "compute", "exit", "kill", "stop"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok());
    let what = COMMANDS.into_iter().find(|name| arguments.first().is_some_and(|given| given == name));
    let (Some(what), Some(chosen), Some(after), Some(limit)) = (what, number(1), number(2), number(3)) else {
        println!("ranks COMMAND RANK MILLISECONDS LIMIT, where COMMAND is one of {}", COMMANDS.join(", "));
        return ExitCode::FAILURE;
    };
    let exchange = match Mpi::start(Duration::from_secs(limit)) {
        Ok(exchange) => exchange,
        Err(error) => {
            println!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let (rank, started) = (exchange.rank(), Instant::now());
    let result = if what == "talk" {
        let expected = by_threads(exchange.size());
        talk(&exchange).map(|sum| if expected[rank] == Some(sum) { "as threads" } else { "not as threads" })
    } else {
        steps(&exchange, what, rank as u64 == chosen, Duration::from_millis(after)).map(|()| "done")
    };
    let seconds = started.elapsed().as_secs_f64();
    match result {
        Ok(text) => {
            println!("rank {rank}: {text}, after {seconds:.2} s, {:?}", exchange.traffic());
            if text.starts_with("not") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(error) => {
            println!("rank {rank}: {error}, after {seconds:.2} s");
            ExitCode::FAILURE
        }
    }
}
