#include "cli/text_table.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

namespace warpmark {
namespace {

// Columns on a terminal: UTF-8 continuation bytes have no width.
std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

bool looks_numeric(const std::string& cell) {
  return cell.empty() || cell == "-" || std::isdigit(static_cast<unsigned char>(cell.front())) != 0;
}

}  // namespace

std::string text_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width(header.size());
  std::vector<bool> right(header.size(), true);
  for (std::size_t column = 0; column < header.size(); ++column) {
    width[column] = columns(header[column]);
    for (const auto& row : rows) {
      width[column] = std::max(width[column], columns(row[column]));
      right[column] = right[column] && looks_numeric(row[column]);
    }
  }
  std::string result;
  const auto add_row = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string space(width[column] - columns(row[column]), ' ');
      line +=
          (column == 0 ? "" : "  ") + (right[column] ? space + row[column] : row[column] + space);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  };
  add_row(header);
  std::vector<std::string> rule;
  rule.reserve(width.size());
  for (const std::size_t index : width) rule.emplace_back(index, '-');
  add_row(rule);
  for (const auto& row : rows) add_row(row);
  return result;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::istringstream words(text);
  std::string result, line(indent, ' ');
  bool empty = true;
  for (std::string word; words >> word;) {
    if (!empty && columns(line) + 1 + columns(word) > width) {
      result += line + '\n';
      line.assign(indent, ' ');
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    empty = false;
  }
  return result + line + '\n';
}

}  // namespace warpmark
