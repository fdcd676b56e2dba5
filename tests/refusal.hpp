#pragma once

#include <string>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"

#define EXPECT_SAYS(message, part) EXPECT_NE((message).find(part), std::string::npos) << message

namespace warpmark {

/// The message of the Error that `body` throws, or "" if it throws none.
template <class Error = usage_error, class F>
std::string refusal(F&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace warpmark
