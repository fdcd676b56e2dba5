#include "bench/kernels_file/source_choice.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/kernels_file/source_files.hpp"

namespace warpmark::kernels_file {
namespace {

// The axes that the file's name depends on.
std::vector<const axis*> axes_in(const template_text& file, const std::vector<axis>& axes) {
  std::set<std::string> names;
  for (const expression* part : file.expressions()) names.merge(part->names());
  std::vector<const axis*> result;
  for (const std::string& name : names) {
    const auto found = std::find_if(axes.begin(), axes.end(),
                                    [&](const axis& along) { return along.name == name; });
    if (found == axes.end())
      throw usage_error(fmt::format(
          "{}: '{}': no axis '{}'; expected the name of a file, in which {{AXIS}} is the "
          "value of an axis",
          file.where(), file.text(), name));
    result.push_back(&*found);
  }
  return result;
}

}  // namespace

source_choice::source_choice(template_text file, const std::filesystem::path& folder,
                             const inspect::compile_settings& settings,
                             const std::vector<axis>& axes, source_files& sources)
    : file_(std::move(file)) {
  const auto along = axes_in(file_, axes);
  std::size_t count = 1;
  for (const axis* each : along) count *= std::min(each->values.size(), max_source_choices);
  if (count > max_source_choices)
    throw usage_error(fmt::format("{}: '{}' names {} files; expected at most {}", file_.where(),
                                  file_.text(), count, max_source_choices));
  for (std::size_t index = 0; index < count; ++index) {
    config values;
    std::size_t rest = index;
    for (const axis* each : along) {
      values.set(each->name, each->values[rest % each->values.size()]);
      rest /= each->values.size();
    }
    const std::string name = file_.rendered({.config = &values}, spelling::as_named);
    if (!by_name_.contains(name))
      by_name_[name] = sources.get(folder / name, settings, file_.where());
  }
}

const std::shared_ptr<const outside_source>& source_choice::at(const name_values& names) const {
  const std::string name = file_.rendered(names, spelling::as_named);
  const auto found = by_name_.find(name);
  // An axis may be open to values that the file does not list.
  if (found == by_name_.end())
    throw usage_error(
        fmt::format("{}: '{}' was not read: the axes do not list its values; expected "
                    "only listed values of axes in the name of a file",
                    file_.where(), name));
  return found->second;
}

}  // namespace warpmark::kernels_file
