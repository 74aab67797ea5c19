//! The layout of a drawing: columns by the longest upward path, with the most general act on the right, and an order
//! within columns with few crossings. It uses only integers and fixed orders, so a drawing has the same bytes on
//! every machine.
#![expect(clippy::indexing_slicing, reason = "indices are handed out here for the vectors they index")]

/// The size of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: i32,
    pub(super) height: i32,
}

/// A line between two boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether it leads upwards and affects columns.
    pub(super) is_upward: bool,
}

/// The position of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub(super) struct Place {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// The positions of boxes and lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) places: Vec<Place>,
    /// The points of each line: start, both sides of each column it passes, end.
    pub(super) routes: Vec<Vec<Point>>,
}

/// Margin of the drawing.
const MARGIN: i32 = 12;
/// Distance of columns.
const GAP: i32 = 104;
/// Distance within a column.
const SPACE: i32 = 14;
/// Height of a line that passes a column.
const PASSAGE: i32 = 4;
/// Distance of lines at a box.
const BESIDE: i32 = 9;
/// Maximum rounds of ordering.
const ROUNDS: usize = 24;

/// An item of a column: a box, or a line that passes.
#[derive(Debug, Clone, Copy)]
struct Slot {
    column: usize,
    height: i32,
    /// Its top.
    y: i32,
}

impl Slot {
    fn centre(self) -> i32 {
        self.y + self.height / 2
    }
}

/// An unfinished layout. The first slots are the boxes, in order.
struct Draft {
    slots: Vec<Slot>,
    /// The slots of each line.
    chains: Vec<Vec<usize>>,
    /// The slots of each column from top to bottom, starting with the rightmost column.
    columns: Vec<Vec<usize>>,
    /// The neighbours of each slot in the next column to the right and to the left.
    beside: [Vec<Vec<usize>>; 2],
}

/// Places boxes and lines. Ignores lines with unknown boxes.
pub(super) fn layout(sizes: &[Size], lines: &[Line]) -> Layout {
    let heights = heights(sizes, lines);
    let columns = columns(sizes.len(), lines);
    let mut draft = Draft::new(&heights, &columns, lines);
    draft.order();
    draft.spread();
    draft.finish(sizes)
}

/// The length of the longest upward path of each box. Lines that close a cycle are ignored.
fn columns(boxes: usize, lines: &[Line]) -> Vec<usize> {
    let mut settled: Vec<Option<usize>> = vec![None; boxes];
    let upward: Vec<&Line> = lines.iter().filter(|line| line.is_upward && line.from != line.to).collect();
    for _ in 0..boxes {
        let waiting = |at: &usize| settled[*at].is_none();
        let is_free = |at: &usize| !upward.iter().any(|line| line.from == *at && settled[line.to].is_none());
        let mut open = (0..boxes).filter(waiting);
        let Some(next) = open.clone().find(is_free).or_else(|| open.next()) else { break };
        let above = upward.iter().filter(|line| line.from == next).filter_map(|line| settled[line.to]);
        settled[next] = Some(above.max().map_or(0, |highest| highest + 1));
    }
    settled.into_iter().map(Option::unwrap_or_default).collect()
}

/// The heights of boxes, with room for their lines.
fn heights(sizes: &[Size], lines: &[Line]) -> Vec<i32> {
    let most = |at: usize| {
        let leaving = lines.iter().filter(|line| line.from == at).count();
        let arriving = lines.iter().filter(|line| line.to == at).count();
        i32::try_from(leaving.max(arriving)).unwrap_or(i32::MAX / BESIDE - 1)
    };
    sizes.iter().enumerate().map(|(at, size)| size.height.max((most(at) + 1) * BESIDE)).collect()
}

impl Draft {
    fn new(heights: &[i32], columns: &[usize], lines: &[Line]) -> Self {
        let mut slots: Vec<Slot> =
            heights.iter().zip(columns).map(|(&height, &column)| Slot { column, height, y: 0 }).collect();
        let mut chains = Vec::with_capacity(lines.len());
        for line in lines {
            let (from, to) = (columns[line.from], columns[line.to]);
            let mut chain = vec![line.from];
            let mut pass = |column| {
                chain.push(slots.len());
                slots.push(Slot { column, height: PASSAGE, y: 0 });
            };
            if from > to {
                (to + 1..from).rev().for_each(&mut pass);
            } else {
                (from + 1..to).for_each(&mut pass);
            }
            chain.push(line.to);
            chains.push(chain);
        }
        let mut by_column = vec![Vec::new(); columns.iter().max().map_or(0, |last| last + 1)];
        for (at, slot) in slots.iter().enumerate() {
            by_column[slot.column].push(at);
        }
        let mut beside = [vec![Vec::new(); slots.len()], vec![Vec::new(); slots.len()]];
        for pair in chains.iter().flat_map(|chain| chain.windows(2)) {
            let (a, b) = (pair[0], pair[1]);
            let (left, right) = if slots[a].column > slots[b].column { (a, b) } else { (b, a) };
            if slots[left].column != slots[right].column {
                beside[0][left].push(right);
                beside[1][right].push(left);
            }
        }
        Self { slots, chains, columns: by_column, beside }
    }

    /// Orders columns by the mean of their neighbours, from right to left and back, and keeps the order with the
    /// fewest crossings.
    fn order(&mut self) {
        let mut best = (self.crossings(), self.columns.clone());
        for round in 0..ROUNDS {
            let side = round % 2;
            let count = self.columns.len();
            let mut positions = self.positions();
            for step in 1..count {
                let column = if side == 0 { step } else { count - 1 - step };
                let middle = |slot: &usize| {
                    let beside = &self.beside[side][*slot];
                    let sum: usize = beside.iter().map(|other| positions[*other] * 1024).sum();
                    sum.checked_div(beside.len()).unwrap_or(positions[*slot] * 1024)
                };
                let mut ordered = self.columns[column].clone();
                ordered.sort_by_key(middle);
                for (position, slot) in ordered.iter().enumerate() {
                    positions[*slot] = position;
                }
                self.columns[column] = ordered;
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.columns.clone());
            }
        }
        self.columns = best.1;
    }

    /// The index of each slot in its column.
    fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0; self.slots.len()];
        for column in &self.columns {
            for (position, slot) in column.iter().enumerate() {
                positions[*slot] = position;
            }
        }
        positions
    }

    /// Number of crossings.
    fn crossings(&self) -> usize {
        let positions = self.positions();
        let between = |column: &Vec<usize>| {
            let steps: Vec<(usize, usize)> = column
                .iter()
                .flat_map(|left| {
                    self.beside[0][*left].iter().map(|right| (positions[*left], positions[*right]))
                })
                .collect();
            let crosses = |a: &(usize, usize), b: &(usize, usize)| a.0 < b.0 && a.1 > b.1;
            steps.iter().map(|a| steps.iter().filter(|b| crosses(a, b)).count()).sum::<usize>()
        };
        self.columns.iter().map(between).sum()
    }

    /// Moves slots vertically towards their neighbours without changing the order.
    fn spread(&mut self) {
        for column in &self.columns {
            let mut y = 0;
            for slot in column {
                self.slots[*slot].y = y;
                y += self.slots[*slot].height + SPACE;
            }
        }
        for round in 0..ROUNDS {
            let count = self.columns.len();
            for step in 0..count {
                let at = if round % 2 == 0 { step } else { count - 1 - step };
                let wished: Vec<(i32, i32)> = self.columns[at]
                    .iter()
                    .map(|slot| (self.wished(*slot), self.slots[*slot].height))
                    .collect();
                for (slot, y) in self.columns[at].iter().zip(settle(&wished)) {
                    self.slots[*slot].y = y;
                }
            }
        }
        let top = self.slots.iter().map(|slot| slot.y).min().unwrap_or_default();
        for slot in &mut self.slots {
            slot.y += MARGIN - top;
        }
    }

    /// The ideal top of a slot among its neighbours.
    fn wished(&self, slot: usize) -> i32 {
        let [right, left] = &self.beside;
        let centres: Vec<i64> = right[slot]
            .iter()
            .chain(&left[slot])
            .map(|other| i64::from(self.slots[*other].centre()))
            .collect();
        let own = self.slots[slot];
        match i64::try_from(centres.len()) {
            Ok(count) if count > 0 => i32::try_from(centres.iter().sum::<i64>().div_euclid(count))
                .map_or(own.y, |c| c - own.height / 2),
            _ => own.y,
        }
    }

    fn finish(&self, sizes: &[Size]) -> Layout {
        let widths: Vec<i32> = self
            .columns
            .iter()
            .map(|column| {
                column.iter().filter_map(|slot| sizes.get(*slot)).map(|size| size.width).max().unwrap_or(0)
            })
            .collect();
        let mut lefts = vec![0; widths.len()];
        let mut x = MARGIN;
        for (column, width) in widths.iter().enumerate().rev() {
            lefts[column] = x;
            x += width + GAP;
        }
        let place = |slot: usize| {
            let Slot { column, height, y } = self.slots[slot];
            Place { x: lefts[column], y, width: widths[column], height }
        };
        let ends = self.ends(sizes.len());
        let routes = self.chains.iter().zip(ends).map(|(chain, [leaves, arrives])| {
            let (from, to) = (place(chain[0]), place(chain[chain.len() - 1]));
            let is_back = from.x > to.x;
            let (start, end) = match from.x.cmp(&to.x) {
                std::cmp::Ordering::Less => (from.x + from.width, to.x),
                std::cmp::Ordering::Equal => (from.x + from.width, to.x + to.width),
                std::cmp::Ordering::Greater => (from.x, to.x + to.width),
            };
            let mut route = vec![Point { x: start, y: leaves }];
            for passed in chain.iter().skip(1).take(chain.len() - 2).map(|slot| place(*slot)) {
                let y = passed.y + passed.height / 2;
                let (near, far) = (passed.x, passed.x + passed.width);
                let (first, second) = if is_back { (far, near) } else { (near, far) };
                route.extend([Point { x: first, y }, Point { x: second, y }]);
            }
            route.push(Point { x: end, y: arrives });
            route
        });
        let routes: Vec<Vec<Point>> = routes.collect();
        let places: Vec<Place> = (0..sizes.len()).map(place).collect();
        let bottom = self.slots.iter().map(|slot| slot.y + slot.height).max().unwrap_or(MARGIN);
        // Room for bulges of the rightmost column.
        let bulge = if self.is_bulging() { GAP / 2 } else { 0 };
        Layout { width: (x - GAP).max(MARGIN) + bulge + MARGIN, height: bottom + MARGIN, places, routes }
    }

    fn is_bulging(&self) -> bool {
        let column = |slot: usize| self.slots[slot].column;
        self.chains.iter().any(|chain| column(chain[0]) == 0 && column(chain[chain.len() - 1]) == 0)
    }

    /// Start and end of each line, distributed over the sides of boxes without crossings.
    fn ends(&self, boxes: usize) -> Vec<[i32; 2]> {
        let mut ends = vec![[0, 0]; self.chains.len()];
        for at in 0..boxes {
            let mut sides: [Vec<(i32, usize, usize)>; 2] = [Vec::new(), Vec::new()];
            for (line, chain) in self.chains.iter().enumerate() {
                let last = chain.len() - 1;
                let column = self.slots[at].column;
                for (end, slot, next) in [(0, chain[0], chain[1]), (1, chain[last], chain[last - 1])] {
                    if slot == at {
                        let side = usize::from(self.slots[next].column > column);
                        sides[side].push((self.slots[next].centre(), line, end));
                    }
                }
            }
            for side in &mut sides {
                side.sort_unstable();
                let count = i32::try_from(side.len()).unwrap_or(i32::MAX - 1);
                let slot = self.slots[at];
                for (place, (_, line, end)) in (1..).zip(side.iter()) {
                    ends[*line][*end] = slot.y + slot.height * place / (count + 1);
                }
            }
        }
        ends
    }
}

/// The tops nearest to the ideal ones without overlaps, in the same order. Overlapping items form a block at the mean
/// of their ideal positions.
fn settle(wished: &[(i32, i32)]) -> Vec<i32> {
    struct Block {
        sum: i64,
        count: i64,
    }
    let mut offset = 0;
    let mut offsets = Vec::with_capacity(wished.len());
    let mut blocks: Vec<Block> = Vec::new();
    for (y, height) in wished {
        offsets.push(offset);
        let mut block = Block { sum: i64::from(*y - offset), count: 1 };
        while let Some(last) = blocks.pop_if(|last| last.sum * block.count > block.sum * last.count) {
            block = Block { sum: block.sum + last.sum, count: block.count + last.count };
        }
        blocks.push(block);
        offset += height + SPACE;
    }
    let bases = blocks.iter().flat_map(|block| {
        let base = i32::try_from(block.sum.div_euclid(block.count)).unwrap_or_default();
        (0..block.count).map(move |_| base)
    });
    bases.zip(offsets).map(|(base, offset)| base + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(from: usize, to: usize) -> Line {
        Line { from, to, is_upward: true }
    }

    fn sizes(count: usize) -> Vec<Size> {
        vec![Size { width: 100, height: 30 }; count]
    }

    fn overlap(a: &Place, b: &Place) -> bool {
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    }

    #[test]
    fn boxes_are_left_of_the_targets_of_their_lines() {
        // The short path from 0 to 2 does not move 0 into the column of 1.
        let lines = [line(0, 1), line(1, 2), line(0, 2)];
        let drawn = layout(&sizes(3), &lines);
        let x = |at: usize| drawn.places[at].x;
        assert!(x(0) < x(1) && x(1) < x(2), "{drawn:?}");
        assert_eq!(drawn.routes.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 4]);
    }

    #[test]
    fn nothing_overlaps_and_no_line_goes_through_a_box() {
        // A star of twenty, a chain of five, and shortcuts over it.
        let mut lines: Vec<Line> = (1..20).map(|at| line(at, 0)).collect();
        lines.extend((20..24).map(|at| line(at, at + 1)));
        lines.extend([line(20, 0), line(21, 24), line(22, 0), line(24, 5)]);
        let drawn = layout(&sizes(25), &lines);
        for (at, a) in drawn.places.iter().enumerate() {
            assert!(a.x >= 0 && a.y >= 0 && a.x + a.width <= drawn.width && a.y + a.height <= drawn.height);
            assert!(drawn.places.iter().skip(at + 1).all(|b| !overlap(a, b)), "{a:?} in {drawn:?}");
        }
        for (route, line) in drawn.routes.iter().zip(&lines) {
            for passed in route.windows(2).skip(1).step_by(2) {
                let (a, b) = (passed[0], passed[1]);
                let is_clear = |place: &Place| {
                    b.x <= place.x
                        || a.x >= place.x + place.width
                        || a.y < place.y
                        || a.y > place.y + place.height
                };
                assert!(drawn.places.iter().all(is_clear), "{line:?}");
            }
        }
    }

    #[test]
    fn cycles_and_lines_within_a_column_are_drawn() {
        let lines = [line(0, 1), line(1, 2), line(2, 0), Line { is_upward: false, ..line(3, 4) }, line(4, 4)];
        let drawn = layout(&sizes(5), &lines);
        assert_eq!(drawn.routes.len(), 5);
        assert!(drawn.routes.iter().all(|route| route.len() >= 2), "{drawn:?}");
        let bare = layout(&[], &[]);
        assert!(bare.places.is_empty() && bare.routes.is_empty());
    }

    #[test]
    fn a_drawing_is_the_same_every_time() {
        let lines: Vec<Line> = (1..30).map(|at| line(at, at / 3)).collect();
        assert_eq!(layout(&sizes(30), &lines), layout(&sizes(30), &lines));
    }

    #[test]
    fn overlapping_items_move_apart_evenly() {
        assert_eq!(settle(&[(0, 10), (100, 10)]), [0, 100]);
        let pushed = settle(&[(50, 10), (50, 10)]);
        assert_eq!(pushed[1] - pushed[0], 10 + SPACE);
        assert_eq!(pushed[0] + pushed[1], 100);
    }
}
