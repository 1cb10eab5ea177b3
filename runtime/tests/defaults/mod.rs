//! What MXNet has told of its defaults: `fixtures/defaults.txt`.

/// The lines of one kind: of whom, the parameter, and its default.
pub fn lines(kind: &str) -> Vec<[&'static str; 3]> {
    let text = include_str!("../../../fixtures/defaults.txt");
    let words = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    words
        .filter_map(|words| {
            Some([words.get(1)?, words.get(2)?, words.get(3)?].map(|word| *word)).filter(|_| words[0] == kind)
        })
        .collect()
}
