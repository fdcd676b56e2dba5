#include <array>

#include <fmt/format.h>

#include "bench/inspect/host_header_tables.hpp"

namespace warpmark::inspect {
namespace {

constexpr std::array empty_c_headers = {
    "alloca.h",      "arpa/inet.h", "bits/stdc++.h",  "error.h",       "cctype",
    "cerrno",        "cinttypes",   "clocale",        "csetjmp",       "csignal",
    "cstdarg",       "ctime",       "ctype.h",        "cuchar",        "cwchar",
    "dirent.h",      "dlfcn.h",     "errno.h",        "execinfo.h",    "fcntl.h",
    "fenv.h",        "getopt.h",    "immintrin.h",    "inttypes.h",    "libgen.h",
    "locale.h",      "malloc.h",    "memory.h",       "netinet/in.h",  "nmmintrin.h",
    "pthread.h",     "sched.h",     "semaphore.h",    "setjmp.h",      "signal.h",
    "stdarg.h",      "stdbool.h",   "string.h",       "strings.h",     "sys/file.h",
    "sys/ioctl.h",   "sys/mman.h",  "sys/resource.h", "sys/socket.h",  "sys/stat.h",
    "sys/sysinfo.h", "sys/time.h",  "sys/times.h",    "sys/timeb.h",   "sys/types.h",
    "sys/wait.h",    "values.h",    "syslog.h",       "time.h",        "uchar.h",
    "unistd.h",      "wchar.h",     "wctype.h",       "windows.h",     "x86intrin.h",
    "xmmintrin.h",   "emmintrin.h", "cstring",        "sys/utsname.h", "sys/param.h",
    "linux/types.h", "cwctype",     "numa.h"};

// nvcc's assert() prints; the interpreter and cards report the trap.
constexpr const char* assertions = R"(#ifndef assert
#define assert(condition) ((condition) ? static_cast<void>(0) : __trap())
#endif
)";

// The types are those of libcu++, which cannot be declared twice: long long, not long.
constexpr const char* fixed_width = R"(#pragma once
#if __has_include(<cuda/std/cstdint>)
#include <cuda/std/cstdint>
#else
using int8_t = signed char; using uint8_t = unsigned char;
using int16_t = short; using uint16_t = unsigned short;
using int32_t = int; using uint32_t = unsigned int;
using int64_t = long long; using uint64_t = unsigned long long;
using intptr_t = int64_t; using uintptr_t = uint64_t;
using intmax_t = int64_t; using uintmax_t = uint64_t;
using int_fast8_t = int8_t; using uint_fast8_t = uint8_t;
using int_fast32_t = int32_t; using uint_fast32_t = uint32_t;
using int_fast64_t = int64_t; using uint_fast64_t = uint64_t;
using int_least32_t = int32_t; using uint_least32_t = uint32_t;
#endif
#ifndef INT32_MAX
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32768)
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807ll
#define INT64_MIN (-9223372036854775807ll - 1)
#define UINT64_MAX 18446744073709551615ull
#endif
#ifndef SIZE_MAX
#define SIZE_MAX 18446744073709551615ul
#endif
#ifndef UINTPTR_MAX
#define UINTPTR_MAX 18446744073709551615ull
#endif
namespace std {
using ::int8_t; using ::uint8_t; using ::int16_t; using ::uint16_t;
using ::int32_t; using ::uint32_t; using ::int64_t; using ::uint64_t;
using ::intptr_t; using ::uintptr_t;
}
)";

constexpr const char* sizes = R"(#pragma once
using size_t = decltype(sizeof(0)); using ptrdiff_t = long;
namespace std { using ::size_t; using ::ptrdiff_t; using nullptr_t = decltype(nullptr); }
#ifndef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
)";

constexpr const char* float_limits = R"(#pragma once
#ifndef FLT_MAX
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1p-126f
#define FLT_EPSILON 0x1p-23f
#define FLT_MANT_DIG 24
#define FLT_DIG 6
#define FLT_RADIX 2
#define FLT_MIN_EXP (-125)
#define FLT_MAX_EXP 128
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1p-1022
#define DBL_EPSILON 0x1p-52
#define DBL_MANT_DIG 53
#define DBL_DIG 15
#define DBL_MIN_EXP (-1021)
#define DBL_MAX_EXP 1024
#endif
)";

constexpr const char* whole_limits = R"(#pragma once
#ifndef INT_MAX
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define CHAR_MAX 127
#define CHAR_MIN (-128)
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-9223372036854775807l - 1)
#define ULONG_MAX 18446744073709551615ul
#define LLONG_MAX 9223372036854775807ll
#define LLONG_MIN (-9223372036854775807ll - 1)
#define ULLONG_MAX 18446744073709551615ull
#endif
)";

constexpr const char* general = R"(#pragma once
#ifndef EXIT_SUCCESS
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#endif
#ifndef RAND_MAX
#define RAND_MAX 2147483647
#endif
)";

constexpr const char* files = R"(#pragma once
struct _IO_FILE;
typedef struct _IO_FILE FILE;
)";

constexpr const char* mathematics = R"(#pragma once
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fc00000)
#define HUGE_VALF __int_as_float(0x7f800000)
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)
#endif
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif
// The C++ library has templates for mixed arguments.
inline double pow(double x, float y) { return pow(x, static_cast<double>(y)); }
inline double pow(float x, double y) { return pow(static_cast<double>(x), y); }
inline double pow(int x, int y) { return pow(static_cast<double>(x), static_cast<double>(y)); }
inline double pow(int x, float y) { return pow(static_cast<double>(x), static_cast<double>(y)); }
inline double pow(int x, double y) { return pow(static_cast<double>(x), y); }
namespace std {
using ::abs; using ::fabs; using ::sqrt; using ::cbrt; using ::exp; using ::exp2; using ::expm1;
using ::log; using ::log2; using ::log10; using ::log1p; using ::sin; using ::cos; using ::tan;
using ::asin; using ::acos; using ::atan; using ::atan2; using ::sinh; using ::cosh; using ::tanh;
using ::asinh; using ::acosh; using ::atanh; using ::pow; using ::fmod; using ::remainder;
using ::remquo; using ::ceil; using ::floor; using ::trunc; using ::round; using ::rint;
using ::nearbyint; using ::lround; using ::llround; using ::lrint; using ::llrint; using ::fma;
using ::fmax; using ::fmin; using ::fdim; using ::hypot; using ::erf; using ::erfc; using ::tgamma;
using ::lgamma; using ::ldexp; using ::frexp; using ::scalbn; using ::scalbln; using ::ilogb;
using ::logb; using ::copysign; using ::nextafter; using ::modf; using ::isnan; using ::isinf;
using ::isfinite; using ::signbit;
using ::sqrtf; using ::cbrtf; using ::expf; using ::exp2f; using ::expm1f; using ::logf;
using ::log2f; using ::log10f; using ::log1pf; using ::sinf; using ::cosf; using ::tanf;
using ::tanhf; using ::powf; using ::fabsf; using ::fmodf; using ::fmaf; using ::fmaxf;
using ::fminf; using ::fdimf; using ::hypotf; using ::ceilf; using ::floorf; using ::truncf;
using ::roundf; using ::rintf; using ::nearbyintf; using ::remainderf; using ::lroundf;
using ::lrintf; using ::erff; using ::erfcf; using ::ldexpf; using ::copysignf;
using ::nextafterf;
}
)";

// What cuda_runtime.h brings, which nvcc includes before every source.
constexpr const char* implicit_start = R"(#pragma once
#define __extension__
// nvcc accepts this keyword of old standards.
#define register
#ifndef CLOCKS_PER_SEC
#define CLOCKS_PER_SEC 1000000
#endif
#include <stdint.h>
#include <stddef.h>
#include <limits.h>
#include <float.h>
#include <stdlib.h>
#include <stdio.h>
#include <math.h>
using uint = unsigned int; using ushort = unsigned short; using ulong = unsigned long;
using u_char = unsigned char; using u_short = unsigned short; using u_int = unsigned int;
using u_long = unsigned long;
using u_int8_t = unsigned char; using u_int16_t = unsigned short; using u_int32_t = unsigned int;
namespace std { using ::printf; using ::memcpy; using ::memset; using ::malloc; using ::free; }
namespace cuda {} namespace cub {} namespace thrust {} namespace cooperative_groups {}
namespace nvcuda { namespace wmma {} }
// size_t and uint64_t are different types here, and one where int64_t is long.
inline unsigned long long min(unsigned long a, unsigned long long b) { return a < b ? a : b; }
inline unsigned long long min(unsigned long long a, unsigned long b) { return a < b ? a : b; }
inline unsigned long long max(unsigned long a, unsigned long long b) { return a < b ? b : a; }
inline unsigned long long max(unsigned long long a, unsigned long b) { return a < b ? b : a; }
)";

struct defined_header {
  const char* c_name;
  const char* cpp_name;
  const char* text;
};
constexpr std::array defined_headers = {
    defined_header{"stdint.h", "cstdint", fixed_width},
    defined_header{"stddef.h", "cstddef", sizes},
    defined_header{"float.h", "cfloat", float_limits},
    defined_header{"limits.h", "climits", whole_limits},
    defined_header{"stdlib.h", "cstdlib", general},
    defined_header{"stdio.h", "cstdio", files},
    defined_header{"math.h", "cmath", mathematics},
};

}  // namespace

std::vector<compiler::header_text> c_headers() {
  std::vector<compiler::header_text> result;
  for (const char* name : empty_c_headers) result.push_back({name, "\n"});
  for (const char* name : {"assert.h", "cassert"}) result.push_back({name, assertions});
  for (const auto& [c_name, cpp_name, text] : defined_headers) {
    result.push_back({c_name, text});
    // Not the text again: #pragma once tells files apart by their names.
    result.push_back({cpp_name, fmt::format("#include <{}>\n", c_name)});
  }
  return result;
}

std::string implicit_names() { return implicit_start; }

}  // namespace warpmark::inspect
