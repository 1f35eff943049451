use std::collections::HashMap;
fn parse(line: &str) -> Vec<u64> { line.split(',').map(|x| x.parse::<u64>().unwrap_or(0)).collect() }
fn total(rows: &[Vec<u64>]) -> u64 { let mut t = 0u64; for r in rows { for i in 0..r.len() { t = t.wrapping_add(r[i].wrapping_mul(i as u64 + 1)); } } t }
fn main() {
    let text: Vec<String> = (0..2000).map(|i| format!("{},{},{},{}", i, i * 7, i * 31, i * 101)).collect();
    let mut seen: HashMap<u64, u64> = HashMap::new();
    let start = std::time::Instant::now();
    let mut sum = 0u64;
    while start.elapsed().as_millis() < 3000 {
        let rows: Vec<Vec<u64>> = text.iter().map(|l| parse(l)).collect();
        sum = sum.wrapping_add(total(&rows));
        for r in &rows { *seen.entry(r[0] % 97).or_insert(0) += r[1]; }
    }
    println!("{} {}", sum, seen.len());
}
