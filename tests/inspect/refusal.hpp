#pragma once

#include <string>

#include "base/usage_error.hpp"

namespace warpmark::inspect {

/// The message of the usage_error that `body` throws, or "" if it throws none.
template <class F>
std::string refusal(F&& body) {
  try {
    body();
  } catch (const usage_error& error) {
    return error.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace warpmark::inspect
