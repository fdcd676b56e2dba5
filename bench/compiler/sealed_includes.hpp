#pragma once

#include <functional>
#include <optional>
#include <string>

namespace warpmark {

/// Finds what a source includes: the name that the compiler shall get for it, or nothing for what
/// is the toolkit's. Throws usage_error for a file that must not be read.
using include_finder =
    std::function<std::optional<std::string>(const std::string& name, bool is_quoted)>;

/// A source that the compiler can read without looking for files beside it: names that `find` knows
/// become what it says, all others are looked for in the toolkit's folders alone. Lines keep their
/// numbers. `place` names the source in errors. Throws usage_error for absolute names, for names
/// that leave the toolkit's folders, for macros in place of names, and for texts that cannot be
/// scanned surely.
std::string sealed_includes(const std::string& source, const std::string& place,
                            const include_finder& find);

}  // namespace warpmark
