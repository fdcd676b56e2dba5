#pragma once

#include <string>
#include <vector>

#include "bench/compiler/program_code.hpp"

namespace warpmark::gate {

/// The kernels of one name for one architecture on both sides. A program may have several: each
/// translation unit that uses a template has its own, in its own cubin.
struct program_kernel {
  std::string stable_name;
  compiler::ptx_target target;
  std::vector<const compiler::device_kernel*> base, head;  ///< In an order that both sides share.

  /// Whether both sides have the same code, each kernel with the functions and variables that its
  /// cubin's kernels share.
  bool same_code() const;

  /// Whether only those functions and variables differ.
  bool same_own_code() const;
};

/// The kernels of two programs by name and architecture. Points into both.
std::vector<program_kernel> program_kernels(const compiler::program_code& base,
                                            const compiler::program_code& head);

/// What two programs have in common.
struct program_difference {
  bool same_machine_code = true;  ///< Every kernel is on both sides and equal.
  bool same_texts = true;         ///< The same for PTX and other forms of device code.
  bool same_host = true;          ///< Known to be equal, with all libraries but the system's.

  bool same_device_code() const { return same_machine_code && same_texts; }
};

program_difference program_difference_of(const compiler::program_code& base,
                                         const compiler::program_code& head);

/// The shared libraries of a program that are not those of the system or of CUDA's runtime and
/// driver: they may have kernels, and may differ between the sides.
std::vector<std::string> own_libraries(const compiler::program_code& code);

}  // namespace warpmark::gate
