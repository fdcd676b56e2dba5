#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpmark::compiler {

/// Static resources of one kernel, read from the assembler's report without a GPU.
struct kernel_resources {
  int registers = 0;
  int barriers = 0;
  std::size_t static_shared_bytes = 0;
  std::size_t stack_bytes = 0;
  std::size_t spill_store_bytes = 0;
  std::size_t spill_load_bytes = 0;
  std::size_t constant_bytes = 0;
  std::size_t code_bytes = 0;  ///< Size of the kernel's machine code section.
  bool operator==(const kernel_resources&) const = default;
};

/// One compiled kernel: machine code for a GPU and PTX for the interpreter, from one source.
struct compiled_kernel {
  std::string lowered_name;                           ///< The mangled entry name.
  std::map<std::string, std::string> lowered_others;  ///< Of compile_request::others.
  std::string ptx;
  /// Empty if the architecture is virtual ("compute_90"), or if the kernel was given as PTX and
  /// could not be assembled: a card's driver compiles it then.
  std::vector<char> cubin;
  /// sha256 (hex) of code, constants and launch attributes, without debug data; without machine
  /// code, of the PTX.
  std::string cubin_hash;
  kernel_resources resources;
  std::string unassembled;  ///< Why PTX was not assembled, so that resources are unknown.
  int max_registers = 0;    ///< Of -maxrregcount, for the driver; 0: no limit.
  std::string log;
  double compile_seconds = 0;  ///< Duration of its compilation, also if it came from the cache.
  bool from_cache = false;
};

/// A file that sources may include, by the name they include it by.
struct header_text {
  std::string name;
  std::string text;
};

/// A compile request.
struct compile_request {
  std::string name;    ///< File name shown in messages and in line tables.
  std::string source;  ///< CUDA C++ text; PTX or a file with PTX, see ptx_modules().
  /// Name expression of one __global__ template instance or function; of PTX see find_name().
  std::string expression;
  /// Further kernels, and variables as "&name", that the compiled module must contain.
  std::vector<std::string> others = {};
  std::string architecture = "sm_90";
  /// Further NVRTC options; of PTX only -maxrregcount matters.
  std::vector<std::string> options = {};
  bool is_ptx = false;  ///< `source` is PTX, which needs no compiler here.
  bool minimal = true;  ///< Without textures and the device runtime, which take time to parse.

  /// Replace the compiler's headers; null: the compiler's.
  std::shared_ptr<const std::vector<header_text>> headers = {};

  /// A digest of files that the source includes from folders; part of the cache key.
  std::string included = {};
  bool operator==(const compile_request&) const = default;
};

/// The kind of a compilation failure: the source was rejected, a limit was reached, or the compiler
/// crashed.
enum class compile_failure { rejected, timed_out, out_of_memory, crashed };

/// The source did not compile. what() is one line; log is NVRTC's output.
struct compile_error : std::runtime_error {
  compile_error(const std::string& what, std::string compiler_log,
                compile_failure why = compile_failure::rejected)
      : std::runtime_error(what), log(std::move(compiler_log)), failure(why) {}
  std::string log;
  compile_failure failure;
};

/// The limits of one compilation. Only a compilation in a separate process can be stopped.
struct compile_limits {
  double seconds = 120;
  std::size_t memory_bytes = std::size_t{4} << 30;  ///< Resident memory of the compile process.
};

/// No NVRTC on this machine. what() has the searched places and a remedy.
struct compiler_unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warpmark::compiler
