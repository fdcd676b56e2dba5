#include "tuning/replay/kernel_tuner_text.hpp"

#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::tuning {
namespace {

// The object and its "cache".
constexpr int depth_between_entries = 2;

}  // namespace

void kernel_tuner_text::count_character() {
  const auto longest = input::current_limits().max_line_bytes;
  if (++length_ > longest)
    throw usage_error(fmt::format("{}: a string or number of more than {}", file_.path().string(),
                                  input::size_text(longest)));
}

void kernel_tuner_text::end_word() {
  const bool is_pythons = word_ == "NaN" || word_ == "Infinity" || word_ == "-Infinity";
  ready_ += is_pythons ? std::string_view("null") : std::string_view(word_);
  word_.clear();
}

void kernel_tuner_text::release() {
  if (held_ != 0) ready_ += held_;
  held_ = 0;
}

void kernel_tuner_text::take_unquoted(char c) {
  if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '-') {
    release();
    word_ += c;
    count_character();
    return;
  }
  end_word();
  if (std::isspace(static_cast<unsigned char>(c)) != 0) {
    length_ = 0;
    if (held_ == 0) held_ = ' ';
    return;
  }
  if (c == ',') {
    length_ = 0;
    release();
    held_ = ',';
    return;
  }
  release();
  ready_ += c;
  if (c == '{' || c == '[') ++depth_;
  if (c == '}' || c == ']') --depth_;
  quoted_ = c == '"';
  if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '+')
    count_character();
  else
    length_ = 0;
}

void kernel_tuner_text::take(char c) {
  if (!quoted_) return take_unquoted(c);
  ready_ += c;
  count_character();
  if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
  } else if (c == '"') {
    quoted_ = false;
    length_ = 0;
  }
}

void kernel_tuner_text::end_file() {
  ended_ = true;
  end_word();
  if (!quoted_ && depth_ == depth_between_entries) ready_ += "}}";
}

std::streambuf::int_type kernel_tuner_text::underflow() {
  ready_.clear();
  std::array<char, 1 << 16> part;
  while (ready_.empty() && !ended_) {
    const std::size_t bytes = file_.read(part);
    for (const char c : std::string_view(part.data(), bytes)) take(c);
    if (bytes == 0) end_file();
  }
  if (ready_.empty()) return traits_type::eof();
  setg(ready_.data(), ready_.data(), ready_.data() + ready_.size());
  return traits_type::to_int_type(ready_.front());
}

}  // namespace warpmark::tuning
