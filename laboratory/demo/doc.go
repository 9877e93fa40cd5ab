// Package demo plays at a drawn table: hands that win by the rules, laid down before a drawn
// camera or played by players and filmed move by move, and a referee who answers what is asked
// truly and counts what was booked wrongly. It is what jantaku demo, jantaku soak and tests play
// with; the table itself is the real one.
package demo
