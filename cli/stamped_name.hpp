#pragma once

#include <string>

namespace warpmark {

/// A name for a new journal: "tune-20260131T235959Z.jsonl", with the time in UTC, and a number if
/// that file exists. `ending` is empty for folders.
std::string stamped_name(const std::string& prefix, const std::string& ending = ".jsonl");

}  // namespace warpmark
