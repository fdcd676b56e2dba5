#include "bench/compiler/header_index.hpp"

#include <algorithm>

namespace warpmark::compiler {

header_index::header_index(const std::vector<header_text>& headers) : headers_(headers) {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    positions_.emplace(headers[i].name, i);
    longest_name_ = std::max(longest_name_, headers[i].name.size());
  }
  named_in_header_.reserve(headers.size());
  for (const auto& header : headers) named_in_header_.push_back(named_in(header.text));
}

std::vector<std::size_t> header_index::named_in(std::string_view text) const {
  std::vector<std::size_t> result;
  for (std::size_t begin = 0; (begin = text.find_first_of("\"<", begin)) != std::string_view::npos;
       ++begin) {
    const std::string_view rest = text.substr(begin + 1, longest_name_ + 1);
    const std::size_t end = rest.find(text[begin] == '<' ? '>' : '"');
    if (end == std::string_view::npos) continue;
    const auto found = positions_.find(rest.substr(0, end));
    if (found != positions_.end()) result.push_back(found->second);
  }
  return result;
}

std::vector<const header_text*> header_index::used_by(std::string_view text) const {
  std::vector<bool> is_used(headers_.size());
  std::vector<const header_text*> result;
  std::vector<std::size_t> open = named_in(text);
  while (!open.empty()) {
    const std::size_t header = open.back();
    open.pop_back();
    if (is_used[header]) continue;
    is_used[header] = true;
    result.push_back(&headers_[header]);
    open.insert(open.end(), named_in_header_[header].begin(), named_in_header_[header].end());
  }
  std::sort(result.begin(), result.end(),
            [](const auto* one, const auto* other) { return one->name < other->name; });
  return result;
}

std::vector<const header_text*> header_index::needed_by(const compile_request& request) const {
  if (request.options.empty() && request.included.empty()) return used_by(request.source);
  std::vector<const header_text*> result;
  for (const auto& header : headers_) result.push_back(&header);
  return result;
}

std::vector<const header_text*> headers_needed_by(const compile_request& request,
                                                  const header_index& compilers_headers) {
  if (request.headers) return header_index(*request.headers).needed_by(request);
  return compilers_headers.needed_by(request);
}

}  // namespace warpmark::compiler
