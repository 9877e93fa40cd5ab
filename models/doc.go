// Package models holds the nouns of a mahjong club: tiles and their notation,
// melds, hands, wins, seats, what a camera saw, and a match.
//
// It says what things are and nothing about how they are read, scored, kept or
// shown. It imports the standard library only, so that every other package can
// speak in its words.
//
// The notation is the one of the club's own records: digits followed by a suit
// letter, 1-9m characters, 1-9p dots, 1-9s bamboos, 1-4z East South West North,
// 5z White, 6z Green, 7z Red, 0m 0p 0s red fives, 1f-8f flowers, "?" a tile that
// was seen but not read, "#" a tile that lies face down.
package models
