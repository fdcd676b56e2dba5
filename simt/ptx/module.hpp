#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/launch_shape.hpp"
#include "simt/ptx/source_table.hpp"
#include "simt/ptx/types.hpp"

namespace warpmark::simt {

/// One operand of a PTX statement.
struct operand {
  enum class kind {
    reg,       ///< index: register of the function
    integer,   ///< bits
    real,      ///< bits, of type real_type
    variable,  ///< name, offset: the address of a variable
    special,   ///< name: "%tid.x"
    label,     ///< name; index: statement, once the body has been read
    address,   ///< parts[0] is the base (register, variable or integer), offset; tensors have more
    list,      ///< parts: {a, b}, or the (a, b) of a call
    pair,      ///< parts: d|p
    sink,      ///< "_"
  } what = kind::sink;
  std::uint32_t index = 0;
  bool negated = false;  ///< "!%p1"
  std::uint64_t bits = 0;
  scalar_type real_type = scalar_type::f64;
  std::int64_t offset = 0;
  std::string name;
  std::vector<operand> parts;
};

/// One instruction as written.
struct statement {
  std::string opcode;                  ///< Up to the first dot: "ld".
  std::vector<std::string> modifiers;  ///< The rest, split at dots: "global", "u32".
  std::optional<operand> guard;
  std::vector<operand> operands;
  int ptx_line = 0;
  source_place place;

  bool has(const char* modifier) const {
    for (const auto& item : modifiers)
      if (item == modifier) return true;
    return false;
  }
};

/// An initial value that is the address of a variable or function.
struct ptx_address_value {
  std::size_t at = 0;  ///< Byte of the variable that holds it.
  std::string name;
  std::uint64_t offset = 0;            ///< Added to the address.
  unsigned first_byte = 0, bytes = 8;  ///< The part of the address that is stored.
};

/// A variable outside the register file.
struct ptx_variable {
  std::string name;
  state_space space = state_space::global;
  std::size_t size = 0;  ///< In bytes; 0 for `extern .shared x[]`.
  std::size_t align = 1;
  bool external = false;
  std::vector<std::byte> initial;  ///< May be shorter than size.
  std::vector<ptx_address_value> addresses;
};

/// An entry or a device function.
struct ptx_function {
  std::string name;
  bool entry = false;
  bool defined = false;
  std::vector<ptx_variable> results;
  std::vector<ptx_variable> parameters;
  std::vector<ptx_variable> locals;  ///< Declared in the body, of any space; names are unique.
  std::vector<scalar_type> registers;
  std::vector<statement> body;
  std::optional<extent3> cluster;           ///< .reqnctapercluster
  bool needs_cluster = false;               ///< .explicitcluster
  std::optional<extent3> required_threads;  ///< .reqntid
  std::uint64_t max_threads = 0;            ///< Per block, by .maxntid; 0 if it is not given.
};

struct ptx_module {
  source_table sources;
  std::vector<ptx_variable> variables;
  std::map<std::string, ptx_function> functions;
  std::map<std::string, std::string> aliases;  ///< Other names of functions.
  std::string version, target;
};

}  // namespace warpmark::simt
