package packed

// Base91 returns data as text: each 13 bits, the lowest first, are two of the characters from '!' to '{', the
// second times 91. Where it would only add zeros at the end it is left out. That is a 60th less than Ascii85.
func Base91(data []byte) (text []byte) {
	bits, n := 0, 0
	pair := func() { text = append(text, '!'+byte(bits&8191%91), '!'+byte(bits&8191/91)) }
	for _, b := range data {
		bits |= int(b) << n
		for n += 8; n >= 13; n -= 13 {
			pair()
			bits >>= 13
		}
	}
	if n > 0 {
		pair()
	}
	if 0 < n && n <= 5 {
		text = text[:len(text)-1]
	}
	return text
}
