#include "ci/gate/settings/failing_verdicts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::gate {
namespace {

constexpr std::array can_fail = {verdict::regression, verdict::suspect, verdict::invalid,
                                 verdict::missing, verdict::inconclusive};

}  // namespace

std::string failing_name(verdict outcome) {
  std::string text(name(outcome));
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char character) {
    return static_cast<char>(std::tolower(character));
  });
  return text;
}

const std::vector<std::string>& failing_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    made.reserve(can_fail.size());
    for (const auto verdict : can_fail) made.push_back(failing_name(verdict));
    return made;
  }();
  return names;
}

verdict failing_verdict(const std::string& text) {
  for (const auto verdict : can_fail)
    if (failing_name(verdict) == text) return verdict;
  throw usage_error(fmt::format("'{}'{}", text, did_you_mean(text, failing_names())));
}

failing parse_fail_on(const std::string& option, const std::string& list) {
  failing result;
  if (list == "none") return result;
  std::istringstream words(list);
  try {
    for (std::string word; std::getline(words, word, ',');) result.insert(failing_verdict(word));
  } catch (const usage_error& error) {
    throw usage_error(fmt::format("{} {}: {}", option, list, error.what()));
  }
  if (result.empty())
    throw usage_error(fmt::format("{}: an empty list; expected none, or some of {}", option,
                                  "regression,suspect,invalid,missing,inconclusive"));
  return result;
}

}  // namespace warpmark::gate
