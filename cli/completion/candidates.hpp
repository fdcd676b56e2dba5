#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/command_description.hpp"
#include "variants/registry.hpp"

namespace warpmark::completion {

/// What a word could become. `text` may be empty.
struct candidate {
  std::string word;
  std::string text;
};

/// Words by which a shell is asked to complete names of files or of folders.
constexpr const char* files = ":files";
constexpr const char* folders = ":folders";

/// What completions are chosen from.
struct command_line {
  std::vector<candidate> verbs;
  std::function<command_description(const std::string& verb)> describe;
  /// The kernels of a file, "" for the program's own.
  std::function<const registry&(const std::string& file)> kernels;
};

/// What the last of the words, those after the program's name, could become: verbs, options,
/// choices, variants, axes and their values. Empty if nothing fits.
std::vector<candidate> candidates(const command_line& line, const std::vector<std::string>& words);

}  // namespace warpmark::completion
