#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/compiler/compiled_kernel.hpp"

// Kernels that are given as PTX, by whatever compiler.

namespace warpmark::compiler {

/// Whether a file is PTX by its name.
bool is_ptx_file(const std::filesystem::path& path);

/// The names of a module's kernels, as in its text, in its order.
std::vector<std::string> entries_of(std::string_view ptx);

/// "reduce<256, float>" of "_Z6reduceILi256EfEvPKT0_PS0_i": without result and parameters. A name
/// that is not mangled stays as it is.
std::string readable_name(const std::string& mangled);

/// The entry that `name` means: an entry's own name, its readable name with or without parameters
/// (spaces do not matter), or the begin of just one of either. An empty name is the only entry.
/// Throws compile_error that lists the entries.
std::string find_entry(std::string_view ptx, const std::string& name);

/// The kernel of a request with is_ptx. It has no machine code: a card's driver compiles the PTX,
/// the interpreter reads it. Throws compile_error for an unknown entry or variable.
compiled_kernel kernel_of_ptx(const compile_request& request);

}  // namespace warpmark::compiler
