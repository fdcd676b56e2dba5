#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_description.hpp"

namespace warpmark {

/// The manual page warpmark-VERB(1) of a verb, in the macros of man(7).
std::string man_page(const command_description& verb, std::string_view version);

/// The manual page warpmark(1), which lists the verbs. `text` says what the program does.
std::string man_page(const std::string& text, const std::vector<command_description>& verbs,
                     std::string_view version);

}  // namespace warpmark
