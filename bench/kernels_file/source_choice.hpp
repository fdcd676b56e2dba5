#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/inspect/specification.hpp"
#include "bench/kernels_file/template_text.hpp"
#include "variants/contract/axis.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::kernels_file {

class source_files;

/// At most as many files are read for one `file` with placeholders.
inline constexpr std::size_t max_source_choices = 10'000;

/// The source of a launch: one file, or one for each value of the axes in its name,
/// "k_{block}.ptx".
class source_choice {
 public:
  /// Reads every file that the axes' values can name. Throws usage_error: for a file that cannot be
  /// read, an axis without values of its own, too many files.
  source_choice(template_text file, const std::filesystem::path& folder,
                const inspect::compile_settings& settings, const std::vector<axis>& axes,
                source_files& sources);

  const std::shared_ptr<const outside_source>& at(const name_values& names) const;

 private:
  template_text file_;
  std::map<std::string, std::shared_ptr<const outside_source>> by_name_;
};

}  // namespace warpmark::kernels_file
