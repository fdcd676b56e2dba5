#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "bench/inspect/source_tokens.hpp"

namespace warpmark::inspect {

/// Finds the branches of #if whose tokens must be left out for brackets to pair up: those of #if 0,
/// and all but the first one of a condition whose branches open more brackets than they close, as
/// two heads of one function do.
class conditional_branches {
 public:
  /// The next directive: its name, the text after it, and the tokens before it.
  void add(std::string_view directive, std::string_view text, std::vector<token>& tokens);

  /// After the last token.
  void finish(std::vector<token>& tokens);

 private:
  struct condition {
    std::vector<std::size_t> begins;  // The first token of each branch.
    bool first_is_dead;               // #if 0
  };
  void end_condition(std::vector<token>& tokens);

  std::vector<condition> open_;
};

}  // namespace warpmark::inspect
