#include "bench/inspect/host_headers.hpp"

#include <array>

namespace warpmark::inspect {
namespace {

constexpr std::array empty_headers = {
    "algorithm",
    "atomic",
    "chrono",
    "cmath",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "cuda.h",
    "cuda_gl_interop.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "cufft.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "driver_types.h",
    "errno.h",
    "fstream",
    "functional",
    "getopt.h",
    "helper_cuda.h",
    "helper_functions.h",
    "helper_gl.h",
    "helper_image.h",
    "helper_string.h",
    "helper_timer.h",
    "iomanip",
    "iostream",
    "malloc.h",
    "map",
    "math.h",
    "memory",
    "memory.h",
    "numeric",
    "omp.h",
    "random",
    "set",
    "sstream",
    "stdbool.h",
    "stdexcept",
    "stdio.h",
    "stdlib.h",
    "string",
    "string.h",
    "sys/time.h",
    "sys/types.h",
    "time.h",
    "typeinfo",
    "unistd.h",
    "utility",
    "vector",
};

constexpr const char* assertions =
    "#ifndef assert\n"
    "#define assert(condition) ((condition) ? static_cast<void>(0) : __trap())\n"
    "#endif\n";

constexpr const char* fixed_width =
    "#pragma once\n"
    "using int8_t = signed char; using uint8_t = unsigned char;\n"
    "using int16_t = short; using uint16_t = unsigned short;\n"
    "using int32_t = int; using uint32_t = unsigned int;\n"
    "using int64_t = long; using uint64_t = unsigned long;\n"
    "using intptr_t = long; using uintptr_t = unsigned long;\n"
    "namespace std {\n"
    "using ::int8_t; using ::uint8_t; using ::int16_t; using ::uint16_t;\n"
    "using ::int32_t; using ::uint32_t; using ::int64_t; using ::uint64_t;\n"
    "}\n";

constexpr const char* sizes =
    "#pragma once\n"
    "using size_t = decltype(sizeof(0)); using ptrdiff_t = long;\n"
    "namespace std { using ::size_t; using ::ptrdiff_t; }\n";

constexpr const char* float_limits =
    "#pragma once\n"
    "#define FLT_MAX 0x1.fffffep127f\n"
    "#define FLT_MIN 0x1p-126f\n"
    "#define FLT_EPSILON 0x1p-23f\n"
    "#define FLT_MANT_DIG 24\n"
    "#define DBL_MAX 0x1.fffffffffffffp1023\n"
    "#define DBL_MIN 0x1p-1022\n"
    "#define DBL_EPSILON 0x1p-52\n"
    "#define DBL_MANT_DIG 53\n";

constexpr const char* whole_limits =
    "#pragma once\n"
    "#define CHAR_BIT 8\n"
    "#define SCHAR_MAX 127\n"
    "#define SCHAR_MIN (-128)\n"
    "#define UCHAR_MAX 255\n"
    "#define SHRT_MAX 32767\n"
    "#define SHRT_MIN (-32768)\n"
    "#define USHRT_MAX 65535\n"
    "#define INT_MAX 2147483647\n"
    "#define INT_MIN (-2147483647 - 1)\n"
    "#define UINT_MAX 4294967295u\n"
    "#define LONG_MAX 9223372036854775807l\n"
    "#define LONG_MIN (-9223372036854775807l - 1)\n"
    "#define ULONG_MAX 18446744073709551615ul\n"
    "#define LLONG_MAX 9223372036854775807ll\n"
    "#define LLONG_MIN (-9223372036854775807ll - 1)\n"
    "#define ULLONG_MAX 18446744073709551615ull\n";

std::vector<compiler::header_text> make() {
  std::vector<compiler::header_text> result;
  result.reserve(empty_headers.size());
  for (const char* name : empty_headers) result.push_back({name, "\n"});
  for (const char* name : {"assert.h", "cassert"}) result.push_back({name, assertions});
  for (const char* name : {"stdint.h", "cstdint"}) result.push_back({name, fixed_width});
  for (const char* name : {"stddef.h", "cstddef"}) result.push_back({name, sizes});
  for (const char* name : {"float.h", "cfloat"}) result.push_back({name, float_limits});
  for (const char* name : {"limits.h", "climits"}) result.push_back({name, whole_limits});
  return result;
}

}  // namespace

const std::vector<compiler::header_text>& host_headers() {
  static const std::vector<compiler::header_text> headers = make();
  return headers;
}

}  // namespace warpmark::inspect
