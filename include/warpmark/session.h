/* Timing of work that this process puts on a CUDA stream, whatever launches it: the sampler of
 * warpmark as a library, libwarpmark_session.so. docs/callables.md says what is timed, and how.
 *
 * Plain C without dependencies. Every function but the two that cannot fail returns a
 * warpmark_session_status; warpmark_session_message() then says why. No exception leaves the
 * library. A session belongs to one card and is used by one thread at a time; several threads may
 * use it in turn.
 *
 * Structures begin with their size, which the caller sets. A newer library takes the structures of
 * older programs. Of a newer program's structure an older library refuses what it does not know,
 * unless that is zero.
 */
#ifndef WARPMARK_SESSION_H
#define WARPMARK_SESSION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WARPMARK_SESSION_API __attribute__((visibility("default")))

/* Of this header; warpmark_session_version() is that of the library. A change that programs must
 * know of raises it. */
#define WARPMARK_SESSION_VERSION 1

enum warpmark_session_status {
  WARPMARK_SESSION_OK = 0,
  WARPMARK_SESSION_BAD_ARGUMENT = 1, /* A null pointer, a wrong size, a value out of its range. */
  WARPMARK_SESSION_NO_CARD = 2,      /* No driver, no such card, or no context on it. */
  WARPMARK_SESSION_NO_COMPILER = 3,  /* The cold state needs a kernel, and there is no NVRTC. */
  WARPMARK_SESSION_DEVICE_ERROR = 4, /* A call of the driver, or the work on the card, failed. */
  WARPMARK_SESSION_MISUSE = 5,       /* The work does what cannot be timed as asked. */
  WARPMARK_SESSION_CALLBACK = 6,     /* A callback returned something other than 0. */
  WARPMARK_SESSION_BUSY = 7,         /* Another thread, or the calling callback, uses it. */
  WARPMARK_SESSION_INTERNAL = 8      /* A fault of the library. */
};

/* What the caches hold when a sample starts: no data of the work, or what its last execution
 * left. */
enum warpmark_session_state { WARPMARK_SESSION_COLD = 0, WARPMARK_SESSION_HOT = 1 };

/* Whether the stream is held until all work of a sample is enqueued, so that no time of the host is
 * in it. Work that waits for the card cannot be held. */
enum warpmark_session_hold {
  WARPMARK_SESSION_HOLD_REQUIRED = 0, /* Work that must not be held is a misuse. */
  WARPMARK_SESSION_HOLD_AUTO = 1,     /* Such work is timed without, with the warning not_held. */
  WARPMARK_SESSION_HOLD_NEVER = 2     /* Always without, unchecked, and with the warning. */
};

typedef struct warpmark_session warpmark_session;

typedef struct warpmark_session_config {
  size_t size;
  int32_t device; /* The driver's ordinal, after CUDA_VISIBLE_DEVICES. */
} warpmark_session_config;

/* Enqueues work into `stream`, a CUstream (which a cudaStream_t is, too), and returns 0; else a
 * CUresult or another number, which messages show. It runs on the thread that called the session,
 * with the card's primary context current. */
typedef int (*warpmark_session_callback)(void* user, void* stream);

typedef struct warpmark_session_work {
  size_t size;
  warpmark_session_callback enqueue; /* What is timed. */
  warpmark_session_callback prepare; /* Before each execution, not timed; may be null. */
  void* user;                        /* Given to both. */
  const char* family;                /* Of journals; null: "callables". */
  const char* name;                  /* Of messages and journals; null: "work". */
} warpmark_session_work;

typedef struct warpmark_session_options {
  size_t size;
  int32_t state;        /* warpmark_session_state */
  int32_t hold;         /* warpmark_session_hold */
  double precision;     /* Wanted half-width of the median's 95 % interval over the median; > 0. */
  double max_seconds;   /* Wall time of the samples; > 0. */
  uint64_t min_samples; /* Neither precision nor time ends the sampling before. */
  uint64_t max_samples; /* At least 1 and at least min_samples. A comparison's number of pairs. */
  uint64_t seed;        /* Of the order of a comparison: even: the first work leads. */
} warpmark_session_options;

/* Pointers stay valid until the next call that gets the session. Unknown numbers are 0. */
typedef struct warpmark_session_result {
  size_t size;
  const double* samples_ns; /* One execution each, in the order taken. */
  uint64_t samples;
  double median_ns;
  double low_ns, high_ns;   /* The median's 95 % interval. */
  uint64_t dropped;         /* Samples left out, since the card said it was throttled. */
  uint64_t operations;      /* Nodes of one captured execution; 0: it was not captured. */
  int32_t held;             /* 1: no time of the host is in the samples. */
  const char* why_not_held; /* One sentence; "" if held. */
  const char* stop_reason;  /* "precision", "budget", "max_samples" */
  const char* warnings;     /* Names of docs/measuring.md, separated by commas. */
  double sm_hz_before, sm_hz_during, sm_hz_after;
  const char* line; /* A line of a journal, in JSON: docs/journal.md. */
} warpmark_session_result;

typedef struct warpmark_session_comparison {
  size_t size;
  const double *first_ns, *second_ns; /* Samples of each pair. */
  uint64_t pairs;
  double ratio;     /* Time of the second work over that of the first. */
  double low, high; /* Its 95 % interval, of the signed-rank test of the pairs' ratios. */
  double first_median_ns, second_median_ns;
  uint64_t dropped; /* Pairs left out, since the card said it was throttled. */
  int32_t held;
  const char* why_not_held;
} warpmark_session_comparison;

/* The library's WARPMARK_SESSION_VERSION. */
WARPMARK_SESSION_API int warpmark_session_version(void);

/* Why the last call of this thread failed: one line. Valid until the thread's next call. */
WARPMARK_SESSION_API const char* warpmark_session_message(void);

/* Opens a card's primary context, which libraries of this process share. `config` null: card 0. The
 * context is current on the calling thread afterwards. */
WARPMARK_SESSION_API int warpmark_session_open(const warpmark_session_config* config,
                                               warpmark_session** session);

/* Waits for its work and ends it; null is allowed. */
WARPMARK_SESSION_API int warpmark_session_close(warpmark_session* session);

/* The CUstream of all its work. It is ordered with the legacy default stream. */
WARPMARK_SESSION_API int warpmark_session_stream(warpmark_session* session, void** stream);

/* Writes the defaults: cold, held, 1 %, 1 s, 0 to 1000 samples, seed 1. `options->size` is set by
 * the caller. */
WARPMARK_SESSION_API int warpmark_session_default_options(warpmark_session_options* options);

/* Executes the work, checks by stream capture that it can be held, and samples it. `options` null:
 * the defaults. */
WARPMARK_SESSION_API int warpmark_session_measure(warpmark_session* session,
                                                  const warpmark_session_work* work,
                                                  const warpmark_session_options* options,
                                                  warpmark_session_result* result);

/* Samples of both works in turn, so that drift affects both equally. Precision is not used. */
WARPMARK_SESSION_API int warpmark_session_compare(warpmark_session* session,
                                                  const warpmark_session_work* first,
                                                  const warpmark_session_work* second,
                                                  const warpmark_session_options* options,
                                                  warpmark_session_comparison* comparison);

/* Measures the bandwidths of the card's memory for later lines and manifests: a second, and up to
 * 4 GiB of its memory meanwhile. */
WARPMARK_SESSION_API int warpmark_session_measure_ceilings(warpmark_session* session);

/* The first line of a journal of measurements with these options, in JSON. Valid until the next
 * call that gets the session. */
WARPMARK_SESSION_API int warpmark_session_manifest(warpmark_session* session,
                                                   const warpmark_session_options* options,
                                                   const char** line);

/* Fills memory of the card with a byte, and copies it to the host. Both wait for the end. `size`
 * of a fill is a multiple of 4, and so is the address. */
WARPMARK_SESSION_API int warpmark_session_fill(warpmark_session* session, uint64_t address,
                                               size_t size_bytes, uint8_t value);
WARPMARK_SESSION_API int warpmark_session_download(warpmark_session* session, void* to,
                                                   uint64_t address, size_t size_bytes);

#ifdef __cplusplus
}
#endif

#endif
