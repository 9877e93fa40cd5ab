#include <avr/interrupt.h>
#include <avr/io.h>

#include "board.h"

#define ROOM 64

static volatile uint8_t in[ROOM], head, tail;
static uint8_t out[JT_WIRE];
static volatile uint8_t at, length;

void serial_begin(void) {
    UCSR0A = 1 << U2X0;
    UBRR0 = 16; /* 115200 bit/s */
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

ISR(USART_RX_vect) {
    uint8_t byte = UDR0, next = (uint8_t)((head + 1) % ROOM);
    if (next != tail) { /* otherwise the frame is damaged, and the host says it again */
        in[head] = byte;
        head = next;
    }
    awake = true;
}

ISR(USART_UDRE_vect) {
    UDR0 = out[at++];
    if (at == length) {
        length = 0;
        UCSR0B &= (uint8_t) ~(1 << UDRIE0);
        awake = true;
    }
}

bool serial_get(uint8_t *byte) {
    if (head == tail)
        return false;
    *byte = in[tail];
    tail = (uint8_t)((tail + 1) % ROOM);
    return true;
}

bool serial_idle(void) { return length == 0; }

void serial_send(const struct jt_frame *f) {
    uint8_t n = (uint8_t)jt_encode(f, out);
    if (n == 0)
        return;
    at = 0;
    length = n;
    UCSR0B |= 1 << UDRIE0;
}
