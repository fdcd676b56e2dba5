#include "bench/inspect/device_code.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "bench/inspect/declaration.hpp"

namespace warpmark::inspect {
namespace {

using kind = declaration::kind;

// Namespaces that a using directive may name although no source opens them.
constexpr std::array known_namespaces = {"std",    "cuda", "cub", "thrust", "cooperative_groups",
                                         "nvcuda", "at",   "c10", "torch"};
// Called by the language, or by libraries, without being mentioned.
constexpr std::array implicitly_used_names = {"begin", "end",        "get",
                                              "swap",  "tuple_size", "tuple_element"};
constexpr std::array type_words = {"struct", "class", "union", "enum", "typedef", "using"};

template <std::size_t N>
bool is_in(const std::array<const char*, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct parsed_source {
  token_list tokens;
  std::vector<declaration> declarations;
  bool is_verbatim = false;
};

// Replaces a range by blanks, but not the directives in it.
void blank(std::string& text, text_range range, const std::vector<text_range>& kept) {
  auto next = std::partition_point(kept.begin(), kept.end(), [&](const text_range& directive) {
    return directive.end <= range.begin;
  });
  for (std::size_t i = range.begin; i < range.end; ++i) {
    while (next != kept.end() && i >= next->end) ++next;
    if (next != kept.end() && i >= next->begin) {
      i = next->end - 1;
      continue;
    }
    if (text[i] != '\n') text[i] = ' ';
  }
}

bool is_inside(text_range inner, const std::vector<text_range>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const text_range& range) {
    return inner.begin >= range.begin && inner.end <= range.end;
  });
}

// Follows names from what is needed to the declarations that they could mean.
class selection {
 public:
  selection(const std::vector<device_source>& sources, const device_code_needs& needs)
      : sources_(sources), needs_(needs) {
    for (const auto& source : sources)
      parsed_.push_back({.tokens = tokens_of(source.text), .declarations = {}});
    for (const auto& code : needs.other_code) other_.push_back(tokens_of(code));
    for (const auto& source : parsed_) macros_.add(source.tokens.macros);
    for (const auto& code : other_) macros_.add(code.macros);
    macros_.finish();
    for (auto& source : parsed_) source.declarations = declarations_of(source.tokens, macros_);
    find_verbatim();
    index();
  }

  std::vector<std::string> select() {
    start();
    while (follow_mentions() || follow_pasting()) {
    }
    keep_assertions();
    std::vector<std::string> result;
    for (std::size_t i = 0; i < sources_.size(); ++i) result.push_back(remaining(i));
    return result;
  }

 private:
  using place = std::pair<std::size_t, std::size_t>;  // Source, declaration.

  const declaration& at(const place& where) const {
    return parsed_[where.first].declarations[where.second];
  }

  // A file that is included inside a declaration has parts of it, such as a list of cases.
  void find_verbatim() {
    for (std::size_t i = 0; i < sources_.size(); ++i)
      for (const auto& included : sources_[i].includes) {
        const auto& declarations = parsed_[i].declarations;
        const bool is_part = std::any_of(declarations.begin(), declarations.end(),
                                         [&](const declaration& declaration) {
                                           return included.offset > declaration.range.begin &&
                                                  included.offset < declaration.range.end;
                                         });
        if (is_part) keep_verbatim(included.source);
      }
  }
  void keep_verbatim(std::size_t source) {
    if (std::exchange(parsed_[source].is_verbatim, true)) return;
    for (const auto& included : sources_[source].includes) keep_verbatim(included.source);
  }

  void index() {
    for (std::size_t i = 0; i < parsed_.size(); ++i) {
      for (std::size_t j = 0; j < parsed_[i].declarations.size(); ++j)
        for (const auto name : at({i, j}).names) declared_[name].push_back({i, j});
      const auto& tokens = parsed_[i].tokens.tokens;
      for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
        if (tokens[j].text == "namespace" && (j == 0 || tokens[j - 1].text != "using"))
          for (std::size_t k = j + 1; k < tokens.size() && tokens[k].text != "{" && k < j + 8; ++k)
            namespaces_.insert(tokens[k].text);
    }
  }

  // What is kept or mentioned in any case.
  void start() {
    for (const auto* name : implicitly_used_names) mention(name);
    for (const auto& code : other_) mention_all(code.tokens, 0, code.tokens.size());
    bool is_known = !needs_.expressions.empty();
    for (const auto& expression : needs_.expressions) {
      const auto tokens = tokens_of(expression).tokens;
      mention_all(tokens, 0, tokens.size());
      // A kernel that only a macro names: all kernels and macros could be it.
      is_known = is_known && std::any_of(tokens.begin(), tokens.end(), [&](const token& token) {
                   return declared_.contains(token.text);
                 });
    }
    for (std::size_t i = 0; i < parsed_.size(); ++i) {
      const auto& tokens = parsed_[i].tokens.tokens;
      if (parsed_[i].is_verbatim) mention_all(tokens, 0, tokens.size());
      for (std::size_t j = 0; j < parsed_[i].declarations.size(); ++j)
        if (is_needed_anyway(at({i, j}), is_known)) keep({i, j});
    }
  }

  bool is_needed_anyway(const declaration& declaration, bool kernels_are_known) const {
    if (declaration.what == kind::directive)
      return declaration.names.size() > 1 && (is_in(known_namespaces, declaration.names[1]) ||
                                              namespaces_.contains(declaration.names[1]));
    if (declaration.what == kind::macro_use || needs_.expressions.empty()) return true;
    const bool is_operator = !declaration.names.empty() && declaration.names.front() == "operator";
    return declaration.in_library || is_operator || (declaration.is_kernel && !kernels_are_known);
  }

  void mention_all(const std::vector<token>& tokens, std::size_t begin, std::size_t end,
                   const std::vector<text_range>& except = {}) {
    for (std::size_t i = begin; i < end; ++i)
      if (tokens[i].what == token::kind::word &&
          !is_inside({tokens[i].begin, tokens[i].end}, except))
        mention(tokens[i].text);
  }

  void mention(std::string_view word) {
    if (mentioned_.insert(word).second) open_.push_back(word);
  }

  void keep(const place& where) {
    const declaration& declaration = at(where);
    if (!declaration.is_for_device && !makes_types(declaration)) return;
    if (declaration.what == kind::assertion || declaration.what == kind::instantiation) return;
    if (!kept_.insert(where).second) return;
    mention_all(parsed_[where.first].tokens.tokens, declaration.first_token, declaration.token_end,
                declaration.host_members);
  }

  // A macro that declares types, but no functions for the device.
  bool makes_types(const declaration& declaration) const {
    if (declaration.what != kind::macro_use || declaration.names.empty()) return false;
    const auto& definitions = macros_.definitions(declaration.names.front());
    return std::any_of(definitions.begin(), definitions.end(), [](const auto* macro) {
      return std::any_of(macro->words.begin(), macro->words.end(),
                         [](std::string_view word) { return is_in(type_words, word); });
    });
  }

  bool follow_mentions() {
    const bool had_any = !open_.empty();
    while (!open_.empty()) {
      const std::string_view word = open_.back();
      open_.pop_back();
      if (const auto found = declared_.find(word); found != declared_.end())
        for (const auto& where : found->second) keep(where);
      for (const auto* macro : macros_.definitions(word)) {
        for (const auto used : macro->words) mention(used);
        prefixes_.insert(macro->prefixes.begin(), macro->prefixes.end());
        suffixes_.insert(macro->suffixes.begin(), macro->suffixes.end());
        pastes_any_name_ = pastes_any_name_ || macro->pastes_any_name;
      }
    }
    return had_any;
  }

  // Mentions the names that used macros could make.
  bool follow_pasting() {
    const auto could_be_pasted = [&](std::string_view name) {
      return pastes_any_name_ ||
             std::any_of(prefixes_.begin(), prefixes_.end(),
                         [&](std::string_view part) { return name.starts_with(part); }) ||
             std::any_of(suffixes_.begin(), suffixes_.end(),
                         [&](std::string_view part) { return name.ends_with(part); });
    };
    for (const auto& [name, places] : declared_)
      if (could_be_pasted(name)) mention(name);
    return !open_.empty();
  }

  // An assertion about something that was removed cannot be compiled.
  void keep_assertions() {
    for (std::size_t i = 0; i < parsed_.size(); ++i)
      for (std::size_t j = 0; j < parsed_[i].declarations.size(); ++j) {
        const auto& assertion = at({i, j});
        if (assertion.what != kind::assertion) continue;
        const auto& tokens = parsed_[i].tokens.tokens;
        const bool can_stay =
            std::all_of(tokens.begin() + static_cast<std::ptrdiff_t>(assertion.first_token),
                        tokens.begin() + static_cast<std::ptrdiff_t>(assertion.token_end),
                        [&](const token& token) {
                          return !declared_.contains(token.text) || mentioned_.contains(token.text);
                        });
        if (can_stay) kept_.insert({i, j});
      }
  }

  std::string remaining(std::size_t source) const {
    std::string text = sources_[source].text;
    if (parsed_[source].is_verbatim) return text;
    const auto& directives = parsed_[source].tokens.kept_directives;
    for (std::size_t j = 0; j < parsed_[source].declarations.size(); ++j) {
      const auto& declaration = at({source, j});
      if (!kept_.contains({source, j}))
        blank(text, declaration.range, directives);
      else
        for (const auto member : declaration.host_members) blank(text, member, directives);
    }
    return text;
  }

  const std::vector<device_source>& sources_;
  const device_code_needs& needs_;
  std::vector<parsed_source> parsed_;
  std::vector<token_list> other_;
  macro_table macros_;
  std::map<std::string_view, std::vector<place>> declared_;
  std::set<std::string_view> namespaces_, mentioned_, prefixes_, suffixes_;
  std::vector<std::string_view> open_;  // Mentioned words that are not followed yet.
  bool pastes_any_name_ = false;
  std::set<place> kept_;
};

}  // namespace

std::vector<std::string> device_code_of(const std::vector<device_source>& sources,
                                        const device_code_needs& needs) {
  return selection(sources, needs).select();
}

std::string device_code_of(const std::string& source) {
  return device_code_of({{.text = source}}, {}).front();
}

}  // namespace warpmark::inspect
