//! Sentences of a small grammar, in which verbs agree with their nouns across clauses in between.
use lacuna_models::train::{Random, Stream};

/// Words of each kind; the first ones are the most frequent.
const NOUNS: u64 = 120;
const VERBS: u64 = 60;
const ADJECTIVES: u64 = 40;

/// Clauses within clauses.
const DEPTH: u32 = 2;

const SYLLABLES: [&str; 12] = ["ba", "do", "fi", "gu", "ka", "le", "mi", "no", "pe", "ru", "ta", "vo"];

/// Writes sentences. "this doba that two fibas guban kabans": a noun of one has a verb with an s, a noun of more has an
/// s itself.
pub struct Grammar {
    random: Random,
    sentence: String,
}

impl Grammar {
    /// A function of the seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed, Stream::Data), sentence: String::new() }
    }

    /// So many sentences, one a line.
    pub fn text(&mut self, sentences: usize) -> String {
        let mut text = String::new();
        for _ in 0..sentences {
            self.sentence.clear();
            let many = self.noun_phrase(DEPTH);
            self.verb_phrase(many, DEPTH);
            text += &self.sentence;
            text.push('\n');
        }
        text
    }

    /// True in one of so many cases.
    fn once_in(&mut self, cases: u64) -> bool {
        self.random.below(cases) == 0
    }

    fn say(&mut self, word: &str) {
        if !self.sentence.is_empty() {
            self.sentence.push(' ');
        }
        self.sentence += word;
    }

    /// One of so many words of a kind, the first ones more often.
    fn word(&mut self, kind: &str, count: u64, ending: &str) {
        let above = self.random.below(count) + 1;
        let number = self.random.below(above) as usize;
        let [first, second] = [number % SYLLABLES.len(), number / SYLLABLES.len()]
            .map(|place| SYLLABLES.get(place).copied().unwrap_or("x"));
        self.say(&format!("{first}{second}{kind}{ending}"));
    }

    /// Whether it is of more than one.
    fn noun_phrase(&mut self, depth: u32) -> bool {
        let many = self.once_in(2);
        let determiner = match (many, self.random.below(3)) {
            (_, 0) => "the",
            (true, 1) => "two",
            (true, _) => "many",
            (false, 1) => "a",
            (false, _) => "this",
        };
        self.say(determiner);
        if self.once_in(3) {
            self.word("l", ADJECTIVES, "");
        }
        self.word("", NOUNS, if many { "s" } else { "" });
        if depth > 0 && self.once_in(3) {
            self.say("that");
            if self.once_in(2) {
                self.verb_phrase(many, depth - 1);
            } else {
                let others = self.noun_phrase(depth - 1);
                self.word("n", VERBS, if others { "" } else { "s" });
            }
        }
        many
    }

    fn verb_phrase(&mut self, many: bool, depth: u32) {
        self.word("n", VERBS, if many { "" } else { "s" });
        if depth > 0 && self.once_in(2) {
            self.noun_phrase(depth - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_a_function_of_the_seed() {
        let text = Grammar::new(3).text(200);
        assert_eq!(text.lines().count(), 200);
        assert_eq!(Grammar::new(3).text(200), text);
        assert_ne!(Grammar::new(4).text(200), text);
        // Nouns and verbs agree where nothing stands in between: "two badons leno", "a bado lenos".
        let mut agreed = 0;
        for line in text.lines() {
            let words: Vec<_> = line.split(' ').collect();
            if let &[determiner, noun, verb, ..] = &*words
                && (determiner == "two" || determiner == "a")
                && !noun.ends_with('l')
                && !["that"].contains(&verb)
            {
                assert_eq!(determiner == "two", noun.ends_with('s') && !verb.ends_with('s'), "{line}");
                agreed += 1;
            }
        }
        assert!(agreed > 20, "{agreed}");
    }
}
