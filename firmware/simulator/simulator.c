/* Runs the image of the board in simavr, for tests. Lines on standard input drive it and each
 * is answered by one line, so that a test is the same at every run:
 *
 *   run US            goes on for so many microseconds; answers the time and what was sent, in hex
 *   step N            goes on for so many instructions
 *   rx HEX            bytes from the host, which take their time on the line
 *   pin D2 0          level of an input, D2 to D13 and A0 to A5
 *   out D10           answers the level that the board drives
 *   mux CHANNEL MV    voltage of a compartment, 0 to 19, on two multiplexers at A6 and A7
 *   own INPUT MV      voltage of an analogue input by itself, 0 to 7
 *   charge D9 OHMS    the pin that charges the compartments, through so much for each multiplexer: voltages are no more given
 *   lay CHANNEL PF OHMS  what lies in a compartment then, with its wires; 0 ohms for no resistor
 *   offset STEPS      the converter tells so many steps too much
 *   converter K 0|1   an ADS1115 0 to 3 is there or not
 *   ain K.INPUT UV    voltage of one of its inputs, microvolts
 *   hold CLOCKS       something holds the data of the two-wire bus low until so many clocks; -1 for ever, 0 not
 *   holdclock 0|1     or the clock
 *   cut SEED          the power goes, and comes back: memory is lost, a byte of EEPROM that was
 *                     being written is any; answers whether one was
 *   clock MS          the board's clock, so that weeks need not be waited for
 *   hang              the program counter goes astray: an endless loop
 *   eeprom [HEX]      answers the EEPROM, or sets it
 *   pty               the line is a pseudo-terminal from now on; answers its name
 *
 * With a bootloader instead of an image the chip is as it is bought, and starts anew when a host
 * that was silent for a second speaks: the line DTR of a real port does that.
 *
 * build: cc -O2 simulator.c ads1115.c capacitors.c -lsimavr -lm
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_hex.h>
#include <simavr/sim_io.h>
#include <simavr/sim_irq.h>

#include "ads1115.h"
#include "capacitors.h"

#define MHZ 16
#define BYTE_TIME 1388 /* cycles of ten bits at 115200 bit/s */
#define EEPROM 1024
#define EEPROM_TIME (3400 * MHZ)
#define EECR 0x3F
#define EEARL 0x41
#define EEARH 0x42
#define MCUSR 0x54
#define EXTRF 2
#define BORF 4

static avr_t *avr;
static elf_firmware_t image;
static uint8_t levels[18]; /* of the pins, D2 first */
static int volts[20];      /* of the compartments, millivolts */
static int own[8] = {-1, -1, -1, -1, -1, -1, -1, -1}; /* of analogue inputs by themselves, millivolts */
static int charger = -1;   /* the pin that charges the compartments */
static int offset;         /* of the analogue converter, steps */
static uint8_t sent[1 << 16], coming[1 << 16];
static size_t sent_size, coming_size, coming_at;
static int terminal = -1;
static bool bare;                        /* a bootloader and nothing else */
static avr_cycle_count_t heard;          /* when the host spoke last */
static uint8_t shadow[EEPROM];           /* as it was after the last writing */
static avr_cycle_count_t write_began;    /* of the last byte */
static int write_at = -1;
static uint32_t clock_at;                /* address of the board's clock */
static uint32_t hang_at;                 /* of an endless loop */

static void quiet(avr_t *a, const int level, const char *format, va_list args) { (void)a, (void)level, (void)format, (void)args; }
static void no_sleep(avr_t *a, avr_cycle_count_t n) { (void)a, (void)n; }
static avr_cycle_count_t stop(avr_t *a, avr_cycle_count_t when, void *p) { (void)a, (void)when, (void)p; return 0; }

/* The EEPROM stays where it is; asking for it is dear. */
static uint8_t *eeprom(void) {
    static avr_eeprom_desc_t d = {.offset = 0, .size = EEPROM};
    if (!d.ee)
        avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &d);
    return d.ee;
}

static avr_irq_t *pin_irq(int pin) {
    return pin < 6    ? avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), pin + 2)
           : pin < 12 ? avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), pin - 6)
                      : avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), pin - 12);
}

static int pin_named(const char *name) {
    int n = atoi(name + 1);
    if (name[0] == 'A' && n <= 5)
        return 12 + n;
    return n >= 2 && n <= 13 ? n - 2 : 0;
}

static bool driven(int pin) {
    avr_ioport_state_t s;
    int bit = pin < 6 ? pin + 2 : pin < 12 ? pin - 6 : pin - 12;
    avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE(pin < 6 ? 'D' : pin < 12 ? 'B' : 'C'), &s);
    return s.port >> bit & 1;
}

/* What is outside holds the pins, whatever the board pulls. */
static void hold_outside(void) {
    const char names[] = "DBC";
    const int firsts[] = {0, 6, 12}, shifts[] = {2, 0, 0};
    for (int port = 0; port < 3; port++) {
        uint8_t value = 0;
        for (int i = 0; i < 6; i++)
            value |= (uint8_t)(levels[firsts[port] + i] << (i + shifts[port]));
        avr_ioport_external_t e = {.name = names[port], .mask = (uint8_t)(63 << shifts[port]), .value = value};
        avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(names[port]), &e);
    }
}

static void hold_pins(void) {
    hold_outside();
    for (int i = 0; i < 18; i++) {
        avr_raise_irq(pin_irq(i), !levels[i]);
        avr_raise_irq(pin_irq(i), levels[i]);
    }
}

static void on_sent(avr_irq_t *irq, uint32_t value, void *p) {
    (void)irq, (void)p;
    uint8_t byte = (uint8_t)value;
    if (terminal >= 0) {
        if (write(terminal, &byte, 1) != 1) { /* nobody listens: as on a cable */
        }
    } else if (sent_size < sizeof sent)
        sent[sent_size++] = byte;
}

#define SDA 16 /* of levels */
#define SCL 17

static void set_level(int pin, bool high) {
    levels[pin] = high;
    hold_outside();
    avr_raise_irq(pin_irq(pin), high);
}

/* A4 and A5 pull the bus where they are low outputs. */
static void bus(uint8_t directions) {
    uint8_t port = avr->data[0x28];
    bool data = !(directions & 1 << 4 && !(port & 1 << 4)), clock = !(directions & 1 << 5 && !(port & 1 << 5));
    bool held = !ads_lines(data, clock, avr->cycle / MHZ);
    set_level(SDA, !held);
    set_level(SCL, ads_clock(clock));
}

static void on_direction(avr_irq_t *irq, uint32_t value, void *p) {
    (void)irq, (void)p;
    static uint8_t was;
    if ((was ^ value) & 0x30)
        bus((uint8_t)value);
    was = (uint8_t)value;
}

/* Which compartment the multiplexers connect, of 16. */
static int selected(void) {
    int channel = 0;
    for (int i = 0; i < 4; i++) /* A0 to A3 select */
        channel |= driven(12 + i) << i;
    return channel;
}

static void on_port(avr_irq_t *irq, uint32_t value, void *p) {
    (void)irq, (void)value, (void)p;
    if (charger < 0)
        return;
    int channel = selected();
    capacitors_connect(channel, channel < 4 ? 16 + channel : -1, driven(charger), avr->cycle);
}

static void on_adc(avr_irq_t *irq, uint32_t value, void *p) {
    (void)irq, (void)p;
    union { avr_adc_mux_t mux; uint32_t v; } u = {.v = value};
    int channel = selected() + (u.mux.src == 7 ? 16 : 0);
    int mv = channel < 20 ? volts[channel] : 0;
    if (own[u.mux.src & 7] >= 0)
        mv = own[u.mux.src & 7];
    if (charger >= 0 && channel < 20) { /* at a clock of 125 kHz, whose beginning the program does not know */
        double at = capacitors_volts(channel, avr->cycle + 12 * MHZ + (avr_cycle_count_t)(rand() % (8 * MHZ)));
        mv = (int)(at + offset * 5000 / 1023.0);
        mv = mv < 0 ? 0 : mv > 5000 ? 5000 : mv;
    }
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, u.mux.src), (uint32_t)mv);
}

static void on_eecr(avr_irq_t *irq, uint32_t value, void *p) {
    (void)irq, (void)value, (void)p;
    uint8_t *now = eeprom();
    int at = (avr->data[EEARH] << 8 | avr->data[EEARL]) % EEPROM; /* one byte is written at a time */
    if (now[at] != shadow[at]) {
        write_at = at;
        write_began = avr->cycle;
        shadow[at] = now[at];
    }
}

/* A byte of the host arrives each time that one takes. */
static avr_cycle_count_t arrive(avr_t *a, avr_cycle_count_t when, void *p) {
    (void)a, (void)p;
    if (coming_at == coming_size)
        return 0;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), coming[coming_at++]);
    return coming_at < coming_size ? when + BYTE_TIME : 0;
}

static void come(const uint8_t *bytes, size_t n) {
    bool idle = coming_at == coming_size;
    if (idle)
        coming_at = coming_size = 0;
    if (coming_size + n > sizeof coming)
        return;
    memcpy(coming + coming_size, bytes, n);
    coming_size += n;
    if (idle && n)
        avr_cycle_timer_register(avr, BYTE_TIME, arrive, NULL);
}

static void start(uint8_t cause, unsigned seed) {
    avr_reset(avr);
    srand(seed);
    for (int i = 0x100; i <= avr->ramend; i++)
        avr->data[i] = (uint8_t)rand();
    coming_at = coming_size = 0;
    hold_pins();
    avr->data[MCUSR] = cause;
}

static void run(avr_cycle_count_t cycles) {
    avr_cycle_count_t end = avr->cycle + cycles;
    while (avr->cycle < end) {
        if (terminal >= 0) {
            uint8_t bytes[256];
            ssize_t n = read(terminal, bytes, sizeof bytes);
            if (n > 0) {
                bool anew = bare && avr->cycle - heard > 1000000 * MHZ;
                if (anew)
                    start(EXTRF, 1);
                for (avr_cycle_count_t till = avr->cycle + (anew ? 100000 * MHZ : 0); avr->cycle < till;)
                    avr_run(avr); /* as long as avrdude waits after DTR */
                heard = avr->cycle;
                come(bytes, (size_t)n);
            }
        }
        avr_cycle_count_t part = end - avr->cycle;
        if (terminal >= 0 && part > 1000 * MHZ)
            part = 1000 * MHZ;
        avr_cycle_timer_register(avr, part, stop, NULL); /* sleep ends here */
        for (avr_cycle_count_t till = avr->cycle + part; avr->cycle < till;)
            avr_run(avr);
        if (bare || avr->data[MCUSR]) /* a reset since, which a bootloader clears: the inputs are as they were */
            hold_pins();
    }
}

static bool cut(unsigned seed) {
    bool writing = write_at >= 0 && avr->cycle - write_began < EEPROM_TIME;
    if (writing) {
        srand(seed);
        int kind = rand() % 4; /* not begun to be, erased, or anything else */
        eeprom()[write_at] = kind == 0 ? 0xFF : kind == 1 ? shadow[write_at] : (uint8_t)rand();
        memcpy(shadow, eeprom(), EEPROM);
    }
    write_at = -1;
    ads_power(seed);
    start(BORF, seed);
    return writing;
}

static size_t unhex(const char *hex, uint8_t *to, size_t room) {
    size_t n = 0;
    unsigned byte;
    for (; n < room && sscanf(hex, "%2x", &byte) == 1; hex += 2)
        to[n++] = (uint8_t)byte;
    return n;
}

static void print_hex(const uint8_t *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        printf("%02x", p[i]);
}

static bool open_terminal(void) {
    terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
        return false;
    /* The other end stays open here, so that a host may come and go. */
    int other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    struct termios t;
    if (other < 0 || tcgetattr(other, &t))
        return false;
    cfmakeraw(&t);
    cfsetspeed(&t, B115200);
    return tcsetattr(other, TCSANOW, &t) == 0;
}

static void command(char *line) {
    char name[16] = "", first[2 * EEPROM + 1] = "";
    long second = 0;
    static uint8_t bytes[1 << 15];
    sscanf(line, "%15s %2048s %ld", name, first, &second);
    if (strcmp(name, "run") == 0) {
        run((avr_cycle_count_t)atoll(first) * MHZ);
        printf("ok %llu ", (unsigned long long)avr->cycle / MHZ);
        print_hex(sent, sent_size);
        sent_size = 0;
    } else if (strcmp(name, "step") == 0) {
        for (long n = atol(first); n > 0; n--)
            do
                avr_run(avr);
            while (avr->state == cpu_Sleeping);
        printf("ok");
    } else if (strcmp(name, "rx") == 0) {
        come(bytes, unhex(line + 3, bytes, sizeof bytes));
        printf("ok");
    } else if (strcmp(name, "pin") == 0) {
        int pin = pin_named(first);
        levels[pin] = second != 0;
        hold_outside();
        avr_raise_irq(pin_irq(pin), levels[pin]);
        printf("ok");
    } else if (strcmp(name, "out") == 0) {
        printf("ok %d", driven(pin_named(first)));
    } else if (strcmp(name, "mux") == 0) {
        volts[atoi(first) % 20] = (int)second;
        printf("ok");
    } else if (strcmp(name, "own") == 0) {
        own[atoi(first) & 7] = (int)second;
        printf("ok");
    } else if (strcmp(name, "charge") == 0) {
        charger = pin_named(first);
        capacitors_through((double)second);
        avr_irq_register_notify(pin_irq(charger), on_port, NULL);
        for (int i = 12; i < 16; i++)
            avr_irq_register_notify(pin_irq(i), on_port, NULL);
        on_port(NULL, 0, NULL);
        printf("ok");
    } else if (strcmp(name, "lay") == 0) {
        double ohms = 0;
        sscanf(line, "%*s %*s %*s %lf", &ohms);
        capacitors_lay(atoi(first) % 20, (double)second, ohms);
        printf("ok");
    } else if (strcmp(name, "offset") == 0) {
        offset = atoi(first);
        printf("ok");
    } else if (strcmp(name, "converter") == 0) {
        ads_there(atoi(first), second != 0);
        printf("ok");
    } else if (strcmp(name, "ain") == 0) {
        const char *input = strchr(first, '.');
        ads_input(atoi(first), input ? atoi(input + 1) : 0, (int32_t)second);
        printf("ok");
    } else if (strcmp(name, "hold") == 0) {
        ads_hold(atoi(first));
        bus(avr->data[0x27]);
        printf("ok");
    } else if (strcmp(name, "holdclock") == 0) {
        ads_hold_clock(atoi(first) != 0);
        bus(avr->data[0x27]);
        printf("ok");
    } else if (strcmp(name, "cut") == 0) {
        printf("ok %d", cut((unsigned)atol(first)));
    } else if (strcmp(name, "clock") == 0) {
        for (int i = 0; i < 4; i++)
            avr->data[clock_at + i] = (uint8_t)(strtoul(first, NULL, 10) >> 8 * i);
        printf("ok");
    } else if (strcmp(name, "hang") == 0) {
        avr->pc = hang_at;
        avr->state = cpu_Running;
        printf("ok");
    } else if (strcmp(name, "eeprom") == 0) {
        if (first[0])
            unhex(first, eeprom(), EEPROM);
        memcpy(shadow, eeprom(), EEPROM);
        printf("ok ");
        print_hex(eeprom(), EEPROM);
    } else if (strcmp(name, "pty") == 0) {
        if (open_terminal())
            printf("ok %s", ptsname(terminal));
        else
            printf("no pseudo-terminal");
    } else {
        printf("no command %s", name);
    }
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    avr_global_logger_set(quiet);
    const char *ending = argc == 2 ? strrchr(argv[1], '.') : NULL;
    bare = ending && strcmp(ending, ".hex") == 0;
    if (argc != 2 || (!bare && elf_read_firmware(argv[1], &image) != 0)) {
        fprintf(stderr, "usage: simulator IMAGE.elf|BOOTLOADER.hex\n");
        return 2;
    }
    image.frequency = MHZ * 1000000;
    image.vcc = image.avcc = image.aref = 5000;
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr || avr_init(avr) != 0)
        return 1;
    avr->log = LOG_NONE;
    avr->sleep = no_sleep;
    if (bare) {
        uint32_t size, base;
        uint8_t *loader = read_ihex_file(argv[1], &size, &base);
        if (!loader)
            return 1;
        avr->frequency = image.frequency;
        avr->vcc = avr->avcc = avr->aref = 5000;
        memcpy(avr->flash + base, loader, size);
        avr->reset_pc = base;
        avr->codeend = avr->flashend;
    } else
        avr_load_firmware(avr, &image);
    for (uint32_t i = 0; i < image.symbolcount; i++) {
        if (strncmp(image.symbol[i]->symbol, "board_clock", 11) == 0)
            clock_at = image.symbol[i]->addr & 0xFFFF;
        else if (strcmp(image.symbol[i]->symbol, "__stop_program") == 0)
            hang_at = image.symbol[i]->addr;
    }
    memset(eeprom(), 0xFF, EEPROM);
    memset(shadow, 0xFF, EEPROM);
    memset(levels, 1, sizeof levels);
    uint32_t flags = 0; /* neither waits for the host's terminal nor prints */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), on_adc, NULL);
    avr_irq_register_notify(avr_iomem_getirq(avr, EECR, "eecr", AVR_IOMEM_IRQ_ALL), on_eecr, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), IOPORT_IRQ_DIRECTION_ALL), on_direction, NULL);
    ads_power(1);
    start(1, 1);
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin))
        command(line);
    return 0;
}
