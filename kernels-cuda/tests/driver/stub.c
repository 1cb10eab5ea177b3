// A libcuda for tests, without a GPU. Memory is the host's, launches do nothing, and a log records what was asked for. Copies, fills and frees run as late as a GPU may
// run them: when something waits for them. The log tells of memory that is freed while they still use it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long word;

static _Thread_local char *current;
static long handles;
// The contexts of two devices.
static char contexts[2];

static int is(const char *fault) {
    const char *planted = getenv("LACUNA_STUB_FAULT");
    return planted && !strcmp(planted, fault);
}

#define LOG(...)                                        \
    do {                                                \
        FILE *log = fopen(getenv("LACUNA_STUB_LOG"), "a"); \
        fprintf(log, __VA_ARGS__);                      \
        fclose(log);                                    \
    } while (0)
// Most functions want a context in the calling thread.
#define BOUND                                 \
    do {                                      \
        if (current != contexts && current != contexts + 1) { \
            LOG("no context in %s\n", __func__); \
            return 201;                       \
        }                                     \
    } while (0)

// What was begun, in order. `wait` holds until the operations of its event are done: those on the stream `other` before the operation `until`.
enum kind { COPY, FILL, FREE, WAIT };
struct operation {
    enum kind kind;
    long stream, other;
    size_t until, bytes;
    char *to;
    const char *from;
    int value, done;
};
static struct operation *begun;
static size_t count;
static struct event {
    long stream;
    size_t until;
} *events;

static void begin(struct operation operation) {
    begun = realloc(begun, (count + 1) * sizeof *begun);
    begun[count++] = operation;
}

// Runs what was begun on a stream before an operation.
static void finish(long stream, size_t until) {
    for (size_t at = 0; at < until; at++) {
        struct operation *operation = begun + at;
        if (operation->done || operation->stream != stream) continue;
        operation->done = 1;
        switch (operation->kind) {
            case COPY: memcpy(operation->to, operation->from, operation->bytes); break;
            case FILL: memset(operation->to, operation->value, operation->bytes); break;
            case FREE: free(operation->to); break;
            case WAIT: finish(operation->other, operation->until); break;
        }
    }
}

static int copy(void *to, const void *from, size_t bytes, void *stream) {
    begin((struct operation){.kind = COPY, .stream = (long)stream, .to = to, .from = from, .bytes = bytes});
    return 0;
}

// The host frees memory.
static int free_host(char *memory) {
    for (size_t at = 0; at < count; at++)
        if (!begun[at].done && (begun[at].to == memory || begun[at].from == memory)) LOG("freed in use\n");
    free(memory);
    return 0;
}

int cuInit(unsigned flags) { return is("no device") ? 100 : 0; }
int cuDriverGetVersion(int *version) { *version = is("old driver") ? 11010 : 12080; return 0; }
int cuGetErrorName(int error, const char **name) { *name = "PLANTED"; return 0; }
int cuGetErrorString(int error, const char **string) { *string = "planted fault"; return 0; }
int cuDeviceGetCount(int *count) { *count = 2; return 0; }
int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return ordinal < 2 ? 0 : 101; }
int cuDeviceGetName(char *name, int size, int device) { strcpy(name, "Stub"); return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
    // 75 and 76 are the compute capability, 115 whether memory is had in the order of streams.
    int old = is("old device");
    *value = attribute == 75 ? (old ? 7 : 9) : attribute == 76 ? (old ? 5 : 0) : attribute == 115;
    return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) { *context = contexts + device; return 0; }
int cuDevicePrimaryCtxRelease_v2(int device) { LOG("release %d\n", device); return 0; }
int cuCtxGetCurrent(void **context) { *context = current; return 0; }
int cuCtxSetCurrent(void *context) { current = context; return 0; }
int cuCtxSynchronize(void) { BOUND; return 0; }
int cuMemGetInfo_v2(size_t *available, size_t *total) { BOUND; *available = 3 << 20; *total = 5 << 20; return 0; }

int cuStreamCreate(void **stream, unsigned flags) { BOUND; *stream = (void *)++handles; return 0; }
int cuStreamDestroy_v2(void *stream) { LOG("destroy stream %ld\n", (long)stream); return 0; }
int cuStreamSynchronize(void *stream) {
    BOUND;
    LOG("synchronize %ld\n", (long)stream);
    if (is("slow stream") && (long)stream == 2) {
        usleep(400000);
        LOG("synchronized\n");
    }
    finish((long)stream, count);
    return is("failure") ? 700 : 0;
}
int cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
    BOUND;
    struct event seen = events[(long)event];
    LOG("wait %ld %ld\n", (long)stream, (long)event);
    begin((struct operation){.kind = WAIT, .stream = (long)stream, .other = seen.stream, .until = seen.until});
    return 0;
}
int cuEventCreate(void **event, unsigned flags) {
    BOUND;
    *event = (void *)++handles;
    events = realloc(events, (handles + 1) * sizeof *events);
    events[handles] = (struct event){0};
    return 0;
}
int cuEventRecord(void *event, void *stream) {
    BOUND;
    LOG("record %ld %ld\n", (long)stream, (long)event);
    events[(long)event] = (struct event){(long)stream, count};
    return 0;
}
int cuEventSynchronize(void *event) {
    BOUND;
    LOG("synchronize event\n");
    finish(events[(long)event].stream, events[(long)event].until);
    return 0;
}
int cuEventDestroy_v2(void *event) { BOUND; return 0; }

int cuDeviceGetDefaultMemPool(void **pool, int device) { *pool = &handles; return 0; }
int cuMemPoolSetAttribute(void *pool, int attribute, word *value) {
    LOG("keep %d %ld\n", attribute, (long)*value);
    return pool == &handles ? 0 : 1;
}

int cuMemAlloc_v2(word *address, size_t bytes) { return 1; }
int cuMemFree_v2(word address) { return 1; }
int cuMemAllocAsync(word *address, size_t bytes, void *stream) {
    BOUND;
    if (is("no memory")) return 2;
    if (!bytes) return 1;
    *address = (word)malloc(bytes);
    LOG("allocate\n");
    return 0;
}
int cuMemFreeAsync(word address, void *stream) {
    BOUND;
    LOG("free %ld\n", (long)stream);
    begin((struct operation){.kind = FREE, .stream = (long)stream, .to = (char *)address});
    return 0;
}
int cuMemHostAlloc(void **memory, size_t bytes, unsigned flags) { BOUND; *memory = malloc(bytes); return is("no memory") ? 2 : 0; }
int cuMemFreeHost(void *memory) { BOUND; return free_host(memory); }
int cuMemsetD8Async(word to, unsigned char value, size_t bytes, void *stream) {
    BOUND;
    begin((struct operation){.kind = FILL, .stream = (long)stream, .to = (char *)to, .value = value, .bytes = bytes});
    return 0;
}
int cuMemsetD32Async(word to, unsigned value, size_t count, void *stream) {
    BOUND;
    for (size_t byte = 0; byte < 4 * count; ++byte)
        begin((struct operation){.kind = FILL, .stream = (long)stream, .to = (char *)to + byte, .value = value >> byte % 4 * 8, .bytes = 1});
    return 0;
}
int cuMemcpyHtoDAsync_v2(word to, const void *from, size_t bytes, void *stream) { BOUND; return copy((void *)to, from, bytes, stream); }
int cuMemcpyDtoHAsync_v2(void *to, word from, size_t bytes, void *stream) { BOUND; return copy(to, (void *)from, bytes, stream); }
int cuMemcpyDtoDAsync_v2(word to, word from, size_t bytes, void *stream) { BOUND; return copy((void *)to, (void *)from, bytes, stream); }

int cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options, void **values) {
    BOUND;
    if (is("no compiler")) return 221;
    if (is("refusal") && strstr(image, ".entry one")) {
        // 5 is the buffer for messages, 6 its size.
        if (count == 2 && options[0] == 5 && options[1] == 6) snprintf(values[0], (size_t)values[1], "line 7: planted");
        return 218;
    }
    *module = strdup(image);
    LOG("load %d bytes\n", (int)strlen(image));
    if (is("slow compiler") && strstr(image, ".entry mixed")) {
        usleep(400000);
        LOG("loaded\n");
    }
    return 0;
}
int cuModuleUnload(void *module) { BOUND; free(module); LOG("unload\n"); return 0; }
int cuModuleGetFunction(void **function, void *module, const char *name) {
    BOUND;
    char start[200];
    snprintf(start, sizeof start, ".entry %s(", name);
    LOG("look up %s\n", name);
    *function = strstr(module, start);
    return *function ? 0 : 500;
}
int cuFuncSetAttribute(void *function, int attribute, int value) { BOUND; LOG("attribute %d %d\n", attribute, value); return 0; }
#ifndef OLD
int cuLaunchKernel(char *function, unsigned x, unsigned y, unsigned z, unsigned tx, unsigned ty, unsigned tz, unsigned shared, void *stream, void **parameters, void **extra) {
    BOUND;
    char name[200], line[2000] = "";
    sscanf(function, ".entry %199[^(]", name);
    const char *end = strchr(function, ')');
    word last = 0;
    for (char *at = strstr(function, ".param ."); at && at < end; at = strstr(at + 1, ".param .")) {
        int bits;
        sscanf(at, ".param .%*c%d", &bits);
        if (bits == 64) sprintf(line + strlen(line), " %llx", last = *(word *)*parameters++);
        else sprintf(line + strlen(line), " %x", *(unsigned *)*parameters++);
    }
    LOG("launch %s %ux%ux%u %ux%ux%u %u on %ld:%s\n", name, x, y, z, tx, ty, tz, shared, (long)stream, line);
    // The last parameter of this entry is where it puts what it finds.
    static const word found[3] = {5, 9, 7};
    static int checked;
    if (is("check") && strstr(name, "check_places") && !checked++) copy((void *)last, found, sizeof found, stream);
    return tx > 1024 || y > 65535 ? 1 : 0;
}
#endif
