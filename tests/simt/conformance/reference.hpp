#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tests/simt/conformance/entry.hpp"

namespace conformance {

/// The result's bits for operands' bits; nothing where this has no opinion (NaNs of f64, division
/// by zero).
using reference = std::function<std::optional<std::uint64_t>(const std::vector<std::uint64_t>&)>;

/// The host's own arithmetic for an exact entry, written independently of the interpreter; empty
/// where there is none, so that only a record can judge.
reference reference_of(const entry& e);

// Its parts.
reference integer_reference(const entry& e);
reference real_reference(const entry& e);

/// An instruction's name, taken apart at the dots.
struct mnemonic {
  std::string opcode;
  std::vector<std::string> modifiers;

  explicit mnemonic(const std::string& body);
  bool has(const std::string& modifier) const;
};

}  // namespace conformance
