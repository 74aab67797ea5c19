//! The `muniment` command.
fn main() {
    let t = std::time::Instant::now();
    let l = muniment::load::load(std::path::Path::new("data"));
    println!("{:?} faults {}", t.elapsed(), l.faults.len());
    for f in l.faults.iter().take(10) {
        println!("{} {} {}", f.place, f.check, f.message)
    }
    let lib = l.library.unwrap();
    println!(
        "{} {} {}",
        lib.licenses.len(),
        lib.graphs.len(),
        lib.vocabulary.current.content.own_terms().count()
    );
    println!("{}", lib.licenses["MIT-0"].current.content_hash);
}
