package device

// crcTable is for CRC-16/IBM-3740 (also called CCITT-FALSE): polynomial 0x1021,
// start 0xFFFF, not reflected, no final exclusive or; "123456789" gives 0x29B1.
var crcTable = func() (table [256]uint16) {
	for i := range table {
		crc := uint16(i) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
		table[i] = crc
	}
	return table
}()

// crc16 gives the checksum that ends a frame.
func crc16(p []byte) uint16 {
	crc := uint16(0xFFFF)
	for _, b := range p {
		crc = crc<<8 ^ crcTable[byte(crc>>8)^b]
	}
	return crc
}
