#pragma once

#include <functional>
#include <optional>
#include <string>

namespace warpmark {

/// Resolves an include: the name to pass to the compiler, or nothing for the toolkit's headers.
/// Throws usage_error for a file that must not be read.
using include_finder =
    std::function<std::optional<std::string>(const std::string& name, bool is_quoted)>;

/// A source that the compiler can read without other files of its tree: names that `find` resolves
/// are replaced, all others are searched only in the toolkit's folders. Lines keep their numbers.
/// `place` names the source in errors. Throws usage_error for absolute names, for names that leave
/// the toolkit's folders, for macros in place of names, and for texts that cannot be scanned
/// reliably.
std::string sealed_includes(const std::string& source, const std::string& place,
                            const include_finder& find);

}  // namespace warpmark
