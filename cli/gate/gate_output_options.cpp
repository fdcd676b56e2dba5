#include "cli/gate/gate_output_options.hpp"

#include <algorithm>

#include "base/usage_error.hpp"
#include "ci/gate/formats/output_file.hpp"
#include "ci/gate/formats/output_formats.hpp"
#include "ci/gate/formats/step_summary.hpp"

namespace warpmark {
namespace {

// An unset variable in a script must not silently omit an output.
std::string check_file_name(const std::string& file) { return file.empty() ? "an empty name" : ""; }

}  // namespace

void gate_output_options::add_to(CLI::App& verb) {
  for (const auto& output_format : gate::all_output_formats())
    verb.add_option(output_format.option, files[output_format.option],
                    output_format.name + ": " + output_format.help)
        ->type_name("FILE")
        ->check(check_file_name);
  verb.add_option("--summary", summary,
                  "Append Markdown to FILE; auto: to $GITHUB_STEP_SUMMARY, if set; none: nowhere")
      ->capture_default_str()
      ->type_name("FILE")
      ->check(check_file_name);
}

bool gate_output_options::takes_standard_output() const {
  return std::any_of(files.begin(), files.end(),
                     [](const auto& file) { return file.second == "-"; });
}

void gate_output_options::require_writable() const {
  const auto to_standard_output = std::count_if(
      files.begin(), files.end(), [](const auto& item) { return item.second == "-"; });
  if (to_standard_output > 1)
    throw usage_error("several outputs to -; expected a file for all but one");
  for (const auto& [option, file] : files)
    if (!file.empty()) gate::require_writable(option, file);
  if (const auto file = gate::summary_file(summary); !file.empty())
    gate::require_writable("--summary", file);
}

void gate_output_options::write(const gate::gate_result& result) const {
  for (const auto& output_format : gate::all_output_formats())
    if (const auto found = files.find(output_format.option);
        found != files.end() && !found->second.empty())
      gate::write_output(output_format.option, found->second,
                         gate::output_text(output_format, result));
  if (const auto file = gate::summary_file(summary); !file.empty())
    gate::append_summary(file, result);
}

}  // namespace warpmark
