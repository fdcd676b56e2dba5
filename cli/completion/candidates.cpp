#include "cli/completion/candidates.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "bench/core/selection.hpp"

namespace warpmark::completion {
namespace {

using words = std::vector<std::string>;

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

// Verbs describe a file in words ("The journal to write"); its kind is what a shell needs.
bool is_file(const std::string& kind) {
  static const std::set<std::string> kinds = {"FILE", "file", "JOURNAL", "REV|DIR"};
  return kinds.contains(kind);
}

class completer {
 public:
  completer(const command_line& line, const command_description& verb, const words& typed)
      : line_(line), verb_(verb), typed_(typed), partial_(typed.back()) {
    for (std::size_t i = 0; i + 1 < typed_.size(); ++i) read_word(i);
  }

  std::vector<candidate> all() const {
    const auto equals = partial_.find('=');
    if (waiting_ != nullptr) return values(*waiting_, "", partial_);
    if (is_option(partial_) && equals != std::string::npos) {
      const auto* option = verb_.find(partial_.substr(0, equals));
      if (option == nullptr) return {};
      return values(*option, partial_.substr(0, equals + 1), partial_.substr(equals + 1));
    }
    if (partial_.starts_with("-")) return options();
    for (const auto& option : verb_.options)
      if (option.is_positional()) return values(option, "", partial_);
    return {};
  }

 private:
  void read_word(std::size_t i) {
    const std::string& word = typed_[i];
    if (waiting_ != nullptr) {
      if (waiting_->has_name("--kernels")) kernels_file_ = word;
      waiting_ = nullptr;
      return;
    }
    if (!is_option(word)) {
      positionals_.push_back(word);
      return;
    }
    const auto equals = std::min(word.find('='), word.size());
    const auto* option = verb_.find(word.substr(0, equals));
    if (option == nullptr) return;
    given_.insert(option);
    if (option->has_name("--kernels") && equals < word.size())
      kernels_file_ = word.substr(equals + 1);
    if (!option->value.empty() && equals == word.size()) waiting_ = option;
  }

  std::vector<candidate> options() const {
    std::vector<candidate> found;
    for (const auto& option : verb_.options) {
      if (option.is_positional() || (given_.contains(&option) && !option.repeated)) continue;
      // The long name says more; a short one is offered where there is no other.
      const std::string& name = option.names.back();
      if (name.starts_with(partial_)) found.push_back({name, option.text});
    }
    return found;
  }

  std::vector<candidate> values(const option_description& option, const std::string& before,
                                const std::string& partial) const {
    std::vector<candidate> found;
    const auto offer = [&](const std::string& word, const std::string& text = {}) {
      if (word.starts_with(partial)) found.push_back({before + word, text});
    };
    const std::string kind =
        option.is_positional() && option.value == "TEXT" ? option.names.front() : option.value;
    for (const auto& choice : option.choices())
      if (!is_file(kind)) offer(choice);
    if (kind == "SELECT" || kind == "VARIANT") offer_variants(partial, offer);
    if (kind == "AXIS=VALUES") return axis_candidates(option, before, partial);
    if (kind == "DIR") return {{folders, ""}};
    if (is_file(kind)) return {{files, ""}};
    return found;
  }

  const registry& kernels() const { return line_.kernels(kernels_file_); }

  template <class Offer>
  void offer_variants(const std::string& partial, const Offer& offer) const {
    for (const auto& family : kernels().families())
      if (partial.find('/') == std::string::npos) offer(family.name, family.summary);
    for (const auto& variant : kernels().variants())
      if (partial.find('/') != std::string::npos || kernels().families().size() == 1)
        offer(variant.path(), variant.title);
  }

  std::vector<const axis*> axes(bool of_problem) const {
    std::vector<const axis*> found;
    std::set<std::string> names;
    const auto add = [&](const std::vector<axis>& axes) {
      for (const auto& along : axes)
        if (names.insert(along.name).second) found.push_back(&along);
    };
    for (const auto* variant : select_variants(kernels(), positionals_)) {
      if (!of_problem) add(variant->axes);
      if (const auto* family = kernels().find_family(variant->family); of_problem && family)
        add(family->axes);
    }
    return found;
  }

  // "blo" may become "block=", and "block=64,1" the value "block=64,128".
  std::vector<candidate> axis_candidates(const option_description& option,
                                         const std::string& before,
                                         const std::string& partial) const {
    std::vector<candidate> found;
    const auto equals = partial.find('=');
    for (const auto* along : axes(option.has_name("-p"))) {
      const std::string start = along->name + "=";
      if (equals == std::string::npos) {
        if (start.starts_with(partial)) found.push_back({before + start, along->summary});
        continue;
      }
      if (!partial.starts_with(start)) continue;
      const auto comma = partial.rfind(',');
      const auto done = comma == std::string::npos ? start : partial.substr(0, comma + 1);
      words texts = {"all"};
      for (const auto& value : along->values) texts.push_back(to_text(value));
      for (const auto& text : texts)
        if ((done + text).starts_with(partial)) found.push_back({before + done + text, ""});
    }
    return found;
  }

  const command_line& line_;
  const command_description& verb_;
  const words& typed_;
  const std::string& partial_;
  words positionals_;
  std::string kernels_file_;
  std::set<const option_description*> given_;
  const option_description* waiting_ = nullptr;
};

std::vector<candidate> beginning_with(const std::string& partial, std::vector<candidate> all) {
  std::erase_if(all, [&](const candidate& one) { return !one.word.starts_with(partial); });
  return all;
}

}  // namespace

std::vector<candidate> candidates(const command_line& line, const words& typed) {
  if (typed.empty()) return line.verbs;
  if (typed.size() == 1) {
    auto all = line.verbs;
    all.push_back({"help", "Help of a verb"});
    return beginning_with(typed.front(), all);
  }
  if (typed.front() == "help")
    return typed.size() == 2 ? beginning_with(typed.back(), line.verbs) : std::vector<candidate>();
  const auto verb = line.describe(typed.front());
  if (verb.verbs.empty()) return completer(line, verb, words(typed.begin() + 1, typed.end())).all();
  if (typed.size() == 2) {
    std::vector<candidate> all;
    for (const auto& inner : verb.verbs) all.push_back({inner.name, inner.text});
    return beginning_with(typed.back(), all);
  }
  for (const auto& inner : verb.verbs)
    if (inner.name == typed[1])
      return completer(line, inner, words(typed.begin() + 2, typed.end())).all();
  return {};
}

}  // namespace warpmark::completion
