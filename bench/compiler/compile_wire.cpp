#include "bench/compiler/compile_wire.hpp"

#include <memory>
#include <stdexcept>

#include "bench/compiler/kernel_entry.hpp"

namespace warpmark::compiler {
namespace {

using frame = frame_channel::frame;

void append(frame& to, const std::vector<std::string>& list) {
  to.push_back(std::to_string(list.size()));
  to.insert(to.end(), list.begin(), list.end());
}

void append(frame& to, const std::vector<header_text>& headers) {
  to.push_back(std::to_string(headers.size()));
  for (const auto& header : headers) {
    to.push_back(header.name);
    to.push_back(header.text);
  }
}

// Reads fields in order.
class reader {
 public:
  explicit reader(const frame& from) : from_(from) {}

  std::string text() { return from_.at(next_++); }
  bool truth() { return text() == "1"; }

  std::vector<std::string> list() {
    std::vector<std::string> result(std::stoul(text()));
    for (auto& item : result) item = text();
    return result;
  }

  std::vector<header_text> headers() {
    std::vector<header_text> result(std::stoul(text()));
    for (auto& item : result) {
      item.name = text();
      item.text = text();
    }
    return result;
  }

 private:
  const frame& from_;
  std::size_t next_ = 0;
};

std::string truth_text(bool value) { return value ? "1" : "0"; }

}  // namespace

frame to_frame(const compile_setup& setup) {
  frame fields = {setup.nvrtc};
  append(fields, setup.headers);
  fields.push_back(truth_text(setup.confined));
  return fields;
}

compile_setup setup_of_frame(const frame& from) {
  reader fields(from);
  compile_setup setup;
  setup.nvrtc = fields.text();
  setup.headers = fields.headers();
  setup.confined = fields.truth();
  return setup;
}

// A request's digest of included files is used only by the cache.
frame to_frame(const compile_request& request) {
  frame fields = {request.name, request.source, request.expression, request.architecture,
                  truth_text(request.minimal)};
  append(fields, request.others);
  append(fields, request.options);
  fields.push_back(truth_text(request.headers != nullptr));
  if (request.headers) append(fields, *request.headers);
  return fields;
}

compile_request request_of_frame(const frame& from) {
  reader fields(from);
  compile_request request;
  request.name = fields.text();
  request.source = fields.text();
  request.expression = fields.text();
  request.architecture = fields.text();
  request.minimal = fields.truth();
  request.others = fields.list();
  request.options = fields.list();
  if (fields.truth())
    request.headers = std::make_shared<const std::vector<header_text>>(fields.headers());
  return request;
}

frame answer_of(const compiled_kernel& kernel) { return {"kernel", entry_text(kernel)}; }

frame answer_of(const compile_error& error) {
  return {"error", error.what(), error.log, std::to_string(static_cast<int>(error.failure))};
}

compiled_kernel kernel_of_answer(const frame& answer) {
  if (answer.at(0) == "error")
    throw compile_error(answer.at(1), answer.at(2),
                        static_cast<compile_failure>(std::stoi(answer.at(3))));
  auto kernel = parse_entry(answer.at(1));
  if (!kernel) throw std::runtime_error("a compile process sent a damaged kernel");
  kernel->from_cache = false;
  return std::move(*kernel);
}

}  // namespace warpmark::compiler
