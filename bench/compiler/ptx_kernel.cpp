#include "bench/compiler/ptx_kernel.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/sha256.hpp"

namespace warpmark::compiler {
namespace {

constexpr std::size_t max_listed = 20;

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

// The words after each occurrence of a directive, outside of comments.
std::vector<std::string> names_after(std::string_view ptx, std::string_view directive) {
  std::vector<std::string> result;
  for (std::size_t line = 0; line < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', line), ptx.size());
    std::string_view text = ptx.substr(line, end - line);
    line = end + 1;
    text = text.substr(0, text.find("//"));
    const std::size_t at = text.find(directive);
    if (at == std::string_view::npos) continue;
    std::size_t first = at + directive.size();
    // The name may be in the next line.
    std::string_view rest = ptx.substr(static_cast<std::size_t>(text.data() - ptx.data()));
    while (first < rest.size() && std::isspace(static_cast<unsigned char>(rest[first]))) ++first;
    std::size_t last = first;
    while (last < rest.size() && is_name_letter(rest[last])) ++last;
    if (last > first) result.emplace_back(rest.substr(first, last - first));
  }
  return result;
}

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

std::string without_spaces(std::string_view text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result),
               [](char c) { return c != ' '; });
  return result;
}

// The begin of the parameter list that ends a demangled function.
std::size_t parameters_at(const std::string& text) {
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] == '(' && --depth == 0) return i;
  }
  return text.size();
}

// All spellings of an entry, without spaces.
std::set<std::string> spellings_of(const std::string& entry) {
  const std::string whole = demangled(entry), readable = readable_name(entry);
  std::set<std::string> result = {entry, without_spaces(whole), without_spaces(readable)};
  result.insert(
      without_spaces(readable + whole.substr(std::min(parameters_at(whole), whole.size()))));
  return result;
}

std::string listing_of(const std::vector<std::string>& entries) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(entries.size(), max_listed); ++i)
    shown.push_back(readable_name(entries[i]));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (entries.size() > max_listed) text += fmt::format(" and {} more", entries.size() - max_listed);
  return text;
}

// The name of a variable as the PTX has it; empty if it does not occur.
std::string find_variable(std::string_view ptx, const std::string& name) {
  for (std::size_t at = ptx.find(name); at != std::string_view::npos; at = ptx.find(name, at + 1)) {
    const bool begins = at == 0 || !is_name_letter(ptx[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == ptx.size() || !is_name_letter(ptx[end]))) return name;
  }
  return {};
}

}  // namespace

bool is_ptx_file(const std::filesystem::path& path) { return path.extension() == ".ptx"; }

std::vector<std::string> entries_of(std::string_view ptx) { return names_after(ptx, ".entry"); }

std::string readable_name(const std::string& mangled) {
  std::string text = demangled(mangled);
  if (text == mangled) return text;
  text.erase(std::min(parameters_at(text), text.size()));
  // "void " before the name of a template's instance; a type in <> may have spaces, too.
  const std::size_t angle = std::min(text.find('<'), text.size());
  const std::size_t space = text.rfind(' ', angle);
  if (space != std::string::npos && text.compare(0, 9, "(anonymous") != 0) text.erase(0, space + 1);
  return text;
}

std::string find_entry(std::string_view ptx, const std::string& name) {
  const std::vector<std::string> entries = entries_of(ptx);
  if (entries.empty()) throw compile_error("the PTX has no kernel (.entry)", "");
  if (name.empty()) {
    if (entries.size() == 1) return entries.front();
    throw compile_error(fmt::format("the PTX has {} kernels; expected one of {}", entries.size(),
                                    listing_of(entries)),
                        "");
  }
  const std::string wanted = without_spaces(name);
  std::vector<std::string> begun;
  for (const auto& entry : entries) {
    const auto spellings = spellings_of(entry);
    if (spellings.contains(wanted)) return entry;
    if (std::any_of(spellings.begin(), spellings.end(),
                    [&](const std::string& text) { return text.starts_with(wanted); }))
      begun.push_back(entry);
  }
  if (begun.size() == 1) return begun.front();
  if (begun.size() > 1)
    throw compile_error(fmt::format("'{}' begins the names of {} kernels; expected one of {}", name,
                                    begun.size(), listing_of(begun)),
                        "");
  throw compile_error(
      fmt::format("no kernel '{}' in the PTX; expected one of {}", name, listing_of(entries)), "");
}

compiled_kernel kernel_of_ptx(const compile_request& request) {
  compiled_kernel result;
  try {
    result.lowered_name = find_entry(request.source, request.expression);
    for (const auto& other : request.others) {
      const bool is_variable = other.starts_with("&");
      result.lowered_others[other] = is_variable ? find_variable(request.source, other.substr(1))
                                                 : find_entry(request.source, other);
      if (result.lowered_others.at(other).empty())
        throw compile_error(fmt::format("no variable '{}' in the PTX", other.substr(1)), "");
    }
  } catch (const compile_error& error) {
    throw compile_error(fmt::format("{}: {}", request.name, error.what()), "");
  }
  result.ptx = request.source;
  result.cubin_hash = sha256().field(request.source).hex();
  return result;
}

}  // namespace warpmark::compiler
