// Package laboratory is the roof over what measures the program and what no table needs: drawn tables and films
// ([jantaku/laboratory/scene]), what was read of them compared with the truth ([jantaku/laboratory/trial]), players of
// our own, long runs under faults, and the baseline that reading is compared with. The program itself imports nothing
// of it but for the demo and the commands that start it.
package laboratory
