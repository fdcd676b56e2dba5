#ifndef WARPMARK_PLUGIN_H
#define WARPMARK_PLUGIN_H

/*
 * The interface of plugins: shared libraries whose benchmarks warpmark measures. C99, no includes
 * but the standard's; bench.hpp beside it is the same for C++.
 *
 * A plugin exports warpmark_plugin_describe(). All that it returns, and every text and array in it,
 * stays as it is until the process ends. Functions are called from one thread at a time. Those that
 * can fail return 0 if they did not; else they may write a message, of at most `capacity` bytes
 * with its end, into the error that they get. None may let an exception out.
 *
 * Compatibility: a host accepts plugins of its major version. Structures grow only at their end,
 * and begin with their size as the plugin was compiled; what a smaller one lacks counts as zeros.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WARPMARK_PLUGIN_ABI 1

/* Where a failing function leaves its reason. */
typedef struct warpmark_error {
  char* text;
  size_t capacity;
} warpmark_error;

/* A dimension of problems or of configs, with `count` values: either integers or names. */
typedef struct warpmark_axis {
  size_t struct_bytes;
  const char* name;
  const char* summary; /* One line with the unit; may be null. */
  size_t count;
  const int64_t* integers;  /* Null for names. */
  const char* const* names; /* Null for integers. */
  size_t base;              /* Index of the default, which speed-ups are quoted against. */
  int32_t is_swept;         /* Whether a sweep that does not name the axis takes all values. */
  int32_t is_open;          /* Whether a user may ask for integers from 1 that are not listed. */
} warpmark_axis;

/* The value of an axis; `text` is null for integers. */
typedef struct warpmark_value {
  const char* axis;
  const char* text;
  int64_t integer;
} warpmark_value;

/* A problem, or a problem and a config: the problem's axes first. */
typedef struct warpmark_point {
  const warpmark_value* values;
  size_t count;
} warpmark_point;

typedef enum warpmark_role {
  warpmark_input = 0,
  warpmark_output = 1,
  warpmark_inout =
      2, /* An output with initial contents, restored before each execution, untimed. */
  warpmark_scratch = 3, /* Undefined contents before each execution. */
  warpmark_state = 4    /* Zeros at first, and left as zeros by each execution. */
} warpmark_role;

/* Device memory that an execution uses, with canaries around it. */
typedef struct warpmark_buffer {
  size_t struct_bytes;
  const char* name;
  int32_t role;
  const char* type; /* i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64, and vectors: f32x4. */
  uint64_t count;   /* Elements. Of scratch, 0: as many bytes as scratch_bytes() says. */

  /* Initial contents of inputs and inouts, as docs/inspect.md describes them: "zeros",
   * "uniform(-1, 1)", "arange", a distribution's name. Null: by the family's fill(). */
  const char* init;

  /* Of outputs: |got - expected| <= absolute + relative * |expected|. */
  double absolute, relative;
} warpmark_buffer;

/* The host's list of buffers; `add` copies what it gets. */
typedef struct warpmark_buffers {
  void* list;
  void (*add)(void* list, const warpmark_buffer* buffer);
} warpmark_buffers;

/* Memory of a named buffer: of the host, or of the device. */
typedef struct warpmark_array {
  const char* name;
  void* data;
  uint64_t bytes;
} warpmark_array;

typedef struct warpmark_arrays {
  const warpmark_array* items;
  size_t count;
} warpmark_arrays;

/* A reason why some configs or problems do not exist. */
typedef struct warpmark_rule {
  size_t struct_bytes;
  const char* reason;
  void* self;
  /* 0: there is no such point. With a message in the error, the plugin has failed instead. */
  int (*holds)(void* self, const warpmark_point* point, warpmark_error* error);
} warpmark_rule;

typedef enum warpmark_traffic {
  warpmark_read = 0,
  warpmark_write = 1,
  warpmark_copy = 2
} warpmark_traffic;

typedef enum warpmark_verification {
  warpmark_by_expect = 0,  /* expect() computes the outputs on the host. */
  warpmark_by_check = 1,   /* check() judges each output on the host. */
  warpmark_by_variant = 2, /* The outputs of one of the family's variants. */
  warpmark_unverified = 3  /* Not at all; every result says so. */
} warpmark_verification;

/* A computation: its problems, inputs and right outputs, which all its variants share. */
typedef struct warpmark_family {
  size_t struct_bytes;
  const char* name;
  const char* summary;
  const warpmark_axis* axes; /* One named "n" has integers: the size. */
  size_t axis_count;
  const warpmark_rule* rules; /* Of problems. */
  size_t rule_count;
  int32_t traffic; /* What most of bytes() is: the measured ceiling to compare with. */
  int32_t verification;
  const char* reference; /* Of warpmark_by_variant: the variant's name. */
  void* self;

  /* The buffers of a problem that all variants share, other than scratch and state. */
  int (*buffers)(void* self, const warpmark_point* problem, const warpmark_buffers* to,
                 warpmark_error* error);

  /* Writes the contents of an input without `init`, on the host. */
  int (*fill)(void* self, const warpmark_point* problem, uint64_t seed, const warpmark_array* input,
              warpmark_error* error);

  /* Computes all outputs. `inputs` has the initial contents of inouts, too. */
  int (*expect)(void* self, const warpmark_point* problem, const warpmark_arrays* inputs,
                const warpmark_arrays* outputs, warpmark_error* error);

  /* Judges one output: 0 if it is right; else the message says what is wrong. */
  int (*check)(void* self, const warpmark_point* problem, const warpmark_arrays* inputs,
               const warpmark_array* output, warpmark_error* error);

  /* Compulsory bytes and operations. Null: all inputs and outputs once, elements of the outputs. */
  uint64_t (*bytes)(void* self, const warpmark_point* problem);
  uint64_t (*operations)(void* self, const warpmark_point* problem);
} warpmark_family;

/* One execution. `buffers` are those of the family, then the variant's own, in their order. */
typedef struct warpmark_call {
  void* stream; /* A CUstream of the current context; null on the host. */
  const warpmark_point* point;
  warpmark_arrays buffers;
} warpmark_call;

/* A way to compute it. */
typedef struct warpmark_variant {
  size_t struct_bytes;
  const char* family; /* Of this plugin, or of warpmark itself: see docs/plugins.md. */
  const char* name;
  const char* title;
  const char* summary;
  const char* source;        /* Where it is documented; may be null. */
  const warpmark_axis* axes; /* Of configs. */
  size_t axis_count;
  const warpmark_rule* rules;
  size_t rule_count;
  int32_t runs_on_host; /* Whether it works on the CPU itself, not on a card. */
  int32_t is_stable;    /* For warpmark's own families: equal keys keep their order. */
  void* self;

  /* Scratch and state; for a family of warpmark itself, its outputs too. May be null. */
  int (*buffers)(void* self, const warpmark_point* point, const warpmark_buffers* to,
                 warpmark_error* error);

  /* The size of a scratch buffer of count 0. A device is open. */
  int (*scratch_bytes)(void* self, const warpmark_point* point, const char* name, uint64_t* bytes,
                       warpmark_error* error);

  /* Before the first execution of a point and after its last one: handles, plans, graphs, anything
   * else that a user would keep between calls. Both may be null. */
  int (*open)(void* self, const warpmark_point* point, void** opened, warpmark_error* error);
  void (*close)(void* self, void* opened);

  /* For warpmark's own families: the maximum number of roundings that an element passes through, c
   * of the error bound c * eps * sum|a|. Null: 0, for results that are not rounded. */
  double (*rounding_depth)(void* self, const warpmark_point* point);

  /* Puts the work of one execution into the stream and returns; it may not wait for it, allocate,
   * or use the legacy default stream. The host measures the stream. */
  int (*enqueue)(void* self, void* opened, const warpmark_call* call, warpmark_error* error);
} warpmark_variant;

typedef struct warpmark_plugin {
  size_t struct_bytes;
  uint32_t abi; /* WARPMARK_PLUGIN_ABI */
  const char* name;
  const warpmark_family* families;
  size_t family_count;
  const warpmark_variant* variants;
  size_t variant_count;
} warpmark_plugin;

/* What a plugin exports under this name. Null with a message if it cannot describe itself. */
typedef const warpmark_plugin* (*warpmark_plugin_describer)(warpmark_error* error);

#ifdef __cplusplus
}
#endif

#endif
