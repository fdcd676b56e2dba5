#include "cli/text_table.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/terminal_width.hpp"

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

// At spaces and after underscores, into lines of at most `width` columns where that is possible.
std::vector<std::string> broken(const std::string& header, std::size_t width) {
  std::vector<std::string> lines = {""};
  std::size_t begin = 0;
  while (begin < header.size()) {
    std::size_t end = header.find_first_of("_ ", begin);
    end = end == std::string::npos ? header.size() : end + 1;
    const std::string part = header.substr(begin, end - begin);
    if (!lines.back().empty() && columns(lines.back()) + columns(part) > width)
      lines.emplace_back();
    lines.back() += part;
    begin = end;
  }
  for (auto& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

// Its beginning, where a text is longer than `width` columns.
std::string shortened(const std::string& text, std::size_t width) {
  if (columns(text) <= width) return text;
  std::string result;
  std::size_t count = 0;
  for (const char c : text) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (begins && ++count == width) break;
    result += c;
  }
  return result + "…";
}

constexpr std::size_t min_text_width = 10, min_header_width = 9, gap = 2;

class table {
 public:
  table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
        std::size_t max_width)
      : rows_(rows), width_(header.size()), right_(header.size(), true) {
    for (std::size_t column = 0; column < header.size(); ++column) {
      for (const auto& row : rows) {
        width_[column] = std::max(width_[column], columns(row[column]));
        right_[column] = right_[column] && looks_numeric(row[column]);
      }
      headers_.push_back({header[column]});
    }
    const std::vector<std::size_t> of_cells = width_;
    fit_headers();
    if (max_width == 0 || total() <= max_width) return;
    width_ = of_cells;
    for (std::size_t column = 0; column < header.size(); ++column)
      headers_[column] = broken(header[column], std::max(width_[column], min_header_width));
    fit_headers();
    shorten(max_width);
  }

  std::string text() const {
    std::size_t lines = 0;
    for (const auto& header : headers_) lines = std::max(lines, header.size());
    std::string result;
    for (std::size_t line = 0; line < lines; ++line) {
      std::vector<std::string> cells;
      for (const auto& header : headers_) {  // The last lines are beside each other.
        const std::size_t skipped = lines - header.size();
        cells.push_back(line < skipped ? "" : header[line - skipped]);
      }
      result += row(cells);
    }
    std::vector<std::string> rule;
    rule.reserve(width_.size());
    for (const std::size_t width : width_) rule.emplace_back(width, '-');
    result += row(rule);
    for (const auto& cells : rows_) result += row(cells);
    return result;
  }

 private:
  std::size_t total() const {
    std::size_t sum = gap * (width_.size() - 1);
    for (const std::size_t width : width_) sum += width;
    return sum;
  }

  void fit_headers() {
    for (std::size_t column = 0; column < width_.size(); ++column)
      for (const auto& line : headers_[column])
        width_[column] = std::max(width_[column], columns(line));
  }

  // The widest column of texts but the first, which names the row, again and again, as long as one
  // can be narrower; then the last columns are left out.
  void shorten(std::size_t max_width) {
    while (total() > max_width) {
      std::size_t widest = 0;
      for (std::size_t column = 1; column < width_.size(); ++column)
        if (!right_[column] && width_[column] > min_text_width &&
            (widest == 0 || width_[column] > width_[widest]))
          widest = column;
      if (widest > 0)
        --width_[widest];
      else if (width_.size() > 2)
        width_.pop_back();
      else
        return;
    }
  }

  std::string row(const std::vector<std::string>& cells) const {
    std::string line;
    for (std::size_t column = 0; column < width_.size(); ++column) {
      const std::string cell = shortened(cells[column], width_[column]);
      const std::string space(width_[column] - columns(cell), ' ');
      line += (column == 0 ? "" : std::string(gap, ' ')) +
              (right_[column] ? space + cell : cell + space);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
  }

  const std::vector<std::vector<std::string>>& rows_;
  std::vector<std::vector<std::string>> headers_;  // lines
  std::vector<std::size_t> width_;
  std::vector<bool> right_;
};

}  // namespace

std::size_t output_width() { return terminal_width(STDOUT_FILENO); }

std::string fitted(const std::string& text, std::size_t indent) {
  const std::size_t width = output_width();
  return width == 0 ? std::string(indent, ' ') + text + '\n' : wrapped(text, indent, width);
}

std::string text_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows, std::size_t max_width) {
  return table(header, rows, max_width).text();
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
