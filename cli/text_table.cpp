#include "cli/text_table.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <tuple>
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

// The first `width` columns of a text, and the rest.
std::pair<std::string, std::string> cut(const std::string& text, std::size_t width) {
  std::size_t count = 0, at = 0;
  for (; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80 && ++count > width) break;
  return {text.substr(0, at), text.substr(at)};
}

// Into lines of at most `width` columns: after one of `marks`, or within a part that is longer.
std::vector<std::string> broken(const std::string& text, std::size_t width, const char* marks) {
  std::vector<std::string> lines = {""};
  const auto add = [&](std::string part) {
    if (!lines.back().empty() && columns(lines.back()) + columns(part) > width)
      lines.emplace_back();
    for (; columns(part) > width; lines.emplace_back())
      std::tie(lines.back(), part) = cut(part, width);
    lines.back() += part;
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t mark = text.find_first_of(marks, begin);
    const std::size_t end = mark == std::string::npos ? text.size() : mark + 1;
    add(text.substr(begin, end - begin));
    begin = end;
  }
  for (auto& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

constexpr std::size_t min_text_width = 12, usual_text_width = 24, min_header_width = 9, gap = 2;
constexpr const char *header_marks = "_ /", *cell_marks = " ,/_;|";

class table {
 public:
  table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
        std::size_t max_width)
      : header_(header),
        rows_(rows),
        width_(header.size()),
        right_(header.size(), true),
        max_width_(max_width) {
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
      headers_[column] =
          broken(header[column], std::max(width_[column], min_header_width), header_marks);
    fit_headers();
    narrow(max_width);
    for (std::size_t column = 0; column < width_.size(); ++column)
      headers_[column] = broken(header[column], width_[column], header_marks);
  }

  std::string text() const {
    std::string result = row(headers_, below);
    std::vector<std::vector<std::string>> rule;
    for (const std::size_t width : width_) rule.push_back({std::string(width, '-')});
    result += row(rule, above);
    for (const auto& cells : rows_) {
      std::vector<std::vector<std::string>> lines;
      for (std::size_t column = 0; column < width_.size(); ++column)
        lines.push_back(columns(cells[column]) <= width_[column]
                            ? std::vector<std::string>{cells[column]}
                            : broken(cells[column], width_[column], cell_marks));
      result += row(lines, above);
    }
    return result + left_out();
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

  // The widest column of texts from `first` on that has more than `least` columns.
  std::size_t widest_text(std::size_t first, std::size_t least) const {
    std::size_t widest = width_.size();
    for (std::size_t column = first; column < width_.size(); ++column)
      if (!right_[column] && width_[column] > least &&
          (widest == width_.size() || width_[column] > width_[widest]))
        widest = column;
    return widest;
  }

  // The widest column of texts again and again, as long as one can be narrower, the first one,
  // which names the row, last; then the last columns are left out.
  void narrow(std::size_t max_width) {
    while (total() > max_width) {
      std::size_t widest = widest_text(1, usual_text_width);
      if (widest == width_.size()) widest = widest_text(0, min_text_width);
      if (widest < width_.size())
        --width_[widest];
      else if (width_.size() > 2)
        width_.pop_back();
      else
        return;
    }
  }

  std::string left_out() const {
    std::string names;
    for (std::size_t column = width_.size(); column < header_.size(); ++column)
      names += (names.empty() ? "" : ", ") + header_[column];
    if (names.empty()) return "";
    return wrapped(fmt::format("(no room for: {}; a pipe or a wider terminal shows them)", names),
                   0, std::max(max_width_, std::size_t{40}));
  }

  // Where lines of a cell that has fewer than others are: of headers the last ones beside each
  // other, of rows the first ones.
  enum place { above, below };

  std::string row(const std::vector<std::vector<std::string>>& cells, place where) const {
    std::size_t count = 0;
    for (std::size_t column = 0; column < width_.size(); ++column)
      count = std::max(count, cells[column].size());
    std::string text;
    for (std::size_t line = 0; line < count; ++line) {
      std::string one;
      for (std::size_t column = 0; column < width_.size(); ++column) {
        const std::size_t skipped = where == below ? count - cells[column].size() : 0;
        const bool has = line >= skipped && line - skipped < cells[column].size();
        const std::string cell = has ? cells[column][line - skipped] : "";
        const std::string space(width_[column] - columns(cell), ' ');
        one += (column == 0 ? "" : std::string(gap, ' ')) +
               (right_[column] ? space + cell : cell + space);
      }
      one.erase(one.find_last_not_of(' ') + 1);
      text += one + '\n';
    }
    return text;
  }

  const std::vector<std::string>& header_;
  const std::vector<std::vector<std::string>>& rows_;
  std::vector<std::vector<std::string>> headers_;  // lines
  std::vector<std::size_t> width_;
  std::vector<bool> right_;
  std::size_t max_width_;
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
