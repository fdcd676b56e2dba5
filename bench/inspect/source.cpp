#include "bench/inspect/source.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "bench/inspect/compiler_choice.hpp"
#include "bench/inspect/device_code.hpp"
#include "bench/inspect/host_headers.hpp"
#include "bench/inspect/project_sources.hpp"

namespace warpmark::inspect {
namespace {

bool kept(const std::vector<line_range>& ranges, int line) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const line_range& range) {
    return line >= range.first && line <= range.second;
  });
}

// Other lines become empty, so that the selected ones keep their numbers.
std::string only_lines(const std::string& text, const std::vector<line_range>& ranges) {
  std::string result;
  int line = 1;
  for (const char c : text) {
    if (c == '\n')
      result += c, ++line;
    else if (kept(ranges, line))
      result += c;
  }
  return result;
}

// Include folders of the settings, and of options of the form -Ifolder.
std::vector<std::filesystem::path> searched_folders(const compile_settings& settings,
                                                    const std::filesystem::path& path) {
  std::vector<std::filesystem::path> folders = settings.include_folders;
  auto flags = choose_compiler(settings, path).flags;
  flags.insert(flags.end(), settings.options.begin(), settings.options.end());
  for (const auto& flag : flags)
    if (flag.starts_with("-I") && flag.size() > 2) folders.emplace_back(flag.substr(2));
  return folders;
}

void keep_device_code(prepared_source& source, const compile_settings& settings,
                      const std::filesystem::path& path, const source_tree& files,
                      const std::vector<std::string>& needed) {
  device_code_needs needs{.expressions = needed,
                          .other_code = {settings.prelude, settings.epilogue}};
  for (const auto& define : settings.defines) {
    const auto equals = std::min(define.find('='), define.size());
    const auto value = define.substr(std::min(equals + 1, define.size()));
    needs.other_code.push_back("#define " + define.substr(0, equals) + " " + value + "\n" + value);
  }
  for (const auto& [name, text] : settings.headers) needs.other_code.push_back(text);
  const auto project =
      settings.search_folders
          ? read_project(source.text, path, searched_folders(settings, path), files)
          : project_sources{.sources = {{.text = source.text}}, .names = {""}};
  const auto texts = device_code_of(project.sources, needs);
  source.text = texts.front();
  for (std::size_t i = 1; i < texts.size(); ++i)
    source.headers.push_back({project.names[i], texts[i]});
}

}  // namespace

prepared_source read_source(const std::filesystem::path& path, const compile_settings& settings,
                            const source_tree& files, const std::vector<std::string>& needed) {
  prepared_source result{
      .name = files.compiled_name(path), .original = files.read(path), .text = {}};
  if (result.original.starts_with("\xEF\xBB\xBF")) result.original.erase(0, 3);
  result.text = result.original;
  if (!settings.lines.empty()) result.text = only_lines(result.text, settings.lines);
  if (settings.kernels_only && uses_nvrtc(settings))
    keep_device_code(result, settings, path, files, needed);
  if (!settings.epilogue.empty())
    result.text += fmt::format("\n#line 1 \"epilogue\"\n{}\n", settings.epilogue);
  if (!settings.prelude.empty())
    result.text = fmt::format("{}\n#line 1 \"{}\"\n{}", settings.prelude, result.name, result.text);
  return result;
}

std::vector<std::string> compiler_options(const compile_settings& settings,
                                          const prepared_source& source) {
  std::vector<std::string> options = choose_compiler(settings, source.name).flags;
  const auto is_standard = [](const std::string& flag) { return flag.starts_with("-std="); };
  if (!settings.standard.empty()) std::erase_if(options, is_standard);
  if (std::none_of(options.begin(), options.end(), is_standard))
    options.insert(options.begin(),
                   "--std=" + (settings.standard.empty() ? "c++17" : settings.standard));
  for (const auto& define : settings.defines) options.push_back("-D" + define);
  if (settings.search_folders)
    for (const auto& include_folder : settings.include_folders)
      options.push_back("-I" + include_folder.string());
  // Other compilers get the file itself, and look beside it for quoted headers only.
  const bool is_text = uses_nvrtc(settings) || settings.kernels_only || settings.stub_host_headers;
  if (is_text && settings.search_folders && source.text.find("#include \"") != std::string::npos) {
    const auto folder = std::filesystem::path(source.name).parent_path();
    options.push_back("-I" + (folder.empty() ? "." : folder.string()));
  }
  if (settings.stub_host_headers && uses_nvrtc(settings))
    options.push_back(std::string("--pre-include=") + implicit_header);
  options.insert(options.end(), settings.options.begin(), settings.options.end());
  return options;
}

std::vector<compiler::header_text> headers_of(const compile_settings& settings,
                                              const prepared_source& source) {
  std::vector<compiler::header_text> headers;
  for (const auto& [name, text] : settings.headers) headers.push_back({name, text});
  if (!uses_nvrtc(settings)) return headers;
  headers.insert(headers.end(), source.headers.begin(), source.headers.end());
  if (!settings.stub_host_headers) return headers;
  std::vector<std::string_view> texts = {source.text};
  for (const auto& header : headers) texts.push_back(header.text);
  for (auto& host_header : host_headers(texts))
    if (!settings.headers.contains(host_header.name)) headers.push_back(std::move(host_header));
  return headers;
}

}  // namespace warpmark::inspect
