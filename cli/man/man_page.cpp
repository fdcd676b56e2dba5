#include "cli/man/man_page.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpmark {
namespace {

// A dash is a hyphen in man(7), and a backslash, a dot or a quote at a line's begin has a meaning.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    const bool begins_line = result.empty() || result.back() == '\n';
    if (letter == '\\')
      result += "\\e";
    else if (letter == '-')
      result += "\\-";
    else
      result +=
          (begins_line && (letter == '.' || letter == '\'') ? "\\&" : "") + std::string(1, letter);
  }
  return result;
}

std::string header(const std::string& name, const std::string& text, std::string_view version) {
  std::string capitals = name;
  std::transform(capitals.begin(), capitals.end(), capitals.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return fmt::format(
      ".TH {} 1 \"\" \"warpmark {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
      escaped(capitals), version, escaped(name), escaped(text));
}

std::string option_text(const option_description& option) {
  std::vector<std::string> names;
  for (const auto& name : option.names) names.push_back(fmt::format("\\fB{}\\fR", escaped(name)));
  std::string head = fmt::format("{}", fmt::join(names, ", "));
  if (!option.value.empty() && !option.is_positional())
    head += fmt::format(" \\fI{}\\fR", escaped(option.value));
  if (option.repeated) head += " ...";
  std::string text = escaped(option.text);
  if (!option.initial.empty()) text += fmt::format(" (default: {})", escaped(option.initial));
  return fmt::format(".TP\n{}\n{}\n", head, text);
}

std::string options_section(const command_description& verb, const std::string& title) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const auto& option : verb.options) text += option_text(option);
  return text;
}

// "Examples:", indented lines, "Exit status: …": a section each.
std::string footer_sections(const std::string& footer) {
  std::string examples, notes, status;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("Example")) continue;
    if (line.starts_with("Exit status: ") || !status.empty())
      status += line.substr(status.empty() ? std::string("Exit status: ").size() : 0) + "\n";
    else
      (line.starts_with("  ") ? examples : notes) += line + "\n";
  }
  std::string text;
  if (!notes.empty()) text += ".SH NOTES\n" + escaped(notes);
  if (!examples.empty()) text += ".SH EXAMPLES\n.nf\n" + escaped(examples) + ".fi\n";
  if (!status.empty()) text += ".SH EXIT STATUS\n" + escaped(status);
  return text;
}

std::string synopsis(const std::string& usage) {
  return fmt::format(".nf\n{}\n.fi\n", escaped(usage));
}

}  // namespace

std::string man_page(const command_description& verb, std::string_view version) {
  std::string text = header("warpmark-" + verb.name, verb.text, version) + synopsis(verb.usage);
  text += options_section(verb, "OPTIONS");
  for (const auto& inner : verb.verbs)
    text += options_section(inner, fmt::format("\"WARPMARK {} {}\"", verb.name, inner.name)) +
            fmt::format(".PP\n{}\n", escaped(inner.text));
  return text + footer_sections(verb.footer) + ".SH SEE ALSO\n.BR warpmark (1)\n";
}

std::string man_page(const std::string& text, const std::vector<command_description>& verbs,
                     std::string_view version) {
  std::string page =
      header("warpmark", text, version) + synopsis("warpmark VERB [OPTIONS]") + ".SH VERBS\n";
  for (const auto& verb : verbs)
    page += fmt::format(".TP\n.BR warpmark\\-{} (1)\n{}\n", escaped(verb.name), escaped(verb.text));
  return page;
}

}  // namespace warpmark
