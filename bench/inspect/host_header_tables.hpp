#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bench/compiler/kernel_compiler.hpp"

// The parts of host_headers().

namespace warpmark::inspect {

/// Headers of C and of POSIX.
std::vector<compiler::header_text> c_headers();
/// Headers of C++.
std::vector<compiler::header_text> cpp_headers();
/// Headers of CUDA's host libraries and of its samples.
std::vector<compiler::header_text> cuda_headers();

/// The header of libcu++ that declares a name of namespace std: "limits" for "numeric_limits".
/// Empty if none is known.
std::string_view libcudacxx_header_of(std::string_view name);
/// Code that includes a header of libcu++, where it is, and lifts names of it into std.
std::string lifted_header(std::string_view header, const std::set<std::string_view>& names);

/// The stub of a header of PyTorch; empty if it has none of that name.
std::string torch_header(std::string_view name);

/// What those headers include.
std::string torch_types();

/// The definitions behind nvcc's implicit names; the first part of implicit_header.
std::string implicit_names();

}  // namespace warpmark::inspect
