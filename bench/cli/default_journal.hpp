#pragma once

#include <string>

namespace warpmark {

/// The journal of a verb that names none: "warpmark-20260131T235959Z.jsonl" here.
std::string default_journal(const std::string& begins_with);

}  // namespace warpmark
