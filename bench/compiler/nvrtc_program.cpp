#include "bench/compiler/nvrtc_program.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "base/visible_text.hpp"
#include "bench/compiler/cubin_file.hpp"
#include "bench/compiler/resource_report.hpp"

namespace warpmark::compiler {
namespace {

// NVRTC prefixes relative names in line information with the working folder. Findings would then
// contain a folder of this machine, and equal kernels would differ between folders.
std::string without_working_folder(std::string ptx) {
  std::error_code unknown;
  const std::string prefix = fmt::format("\"{}/", std::filesystem::current_path(unknown).string());
  if (unknown || prefix == "\"//") return ptx;
  for (std::size_t at = 0; (at = ptx.find(prefix, at)) != std::string::npos; ++at)
    ptx.erase(at + 1, prefix.size() - 1);
  return ptx;
}

// NVRTC inserts the quoted name into its source, and fails without a message.
std::string quotable(std::string name) {
  std::replace(name.begin(), name.end(), '"', '\'');
  return name;
}

// Owns one nvrtcProgram. NVRTC treats an invalid UTF-8 byte (as in a Latin-1 comment) as the start
// of a character that ends in the next line, so such bytes are replaced.
class program {
 public:
  program(const nvrtc_library& nvrtc, const compile_request& request,
          const std::vector<const header_text*>& headers)
      : nvrtc_(nvrtc), request_(request) {
    std::vector<std::string> valid_texts;
    valid_texts.reserve(headers.size());
    std::vector<const char*> names, texts;
    for (const auto* header : headers) {
      names.push_back(header->name.c_str());
      texts.push_back(valid_texts.emplace_back(valid_utf8(header->text)).c_str());
    }
    require(nvrtc_.create_program(&handle_, valid_utf8(request.source).c_str(),
                                  quotable(request.name).c_str(), static_cast<int>(headers.size()),
                                  texts.data(), names.data()),
            "nvrtcCreateProgram");
  }
  ~program() { nvrtc_.destroy_program(&handle_); }
  program(const program&) = delete;
  program& operator=(const program&) = delete;

  compiled_kernel compile() {
    require(nvrtc_.add_name_expression(handle_, request_.expression.c_str()),
            "nvrtcAddNameExpression");
    for (const auto& other : request_.others)
      require(nvrtc_.add_name_expression(handle_, other.c_str()), "nvrtcAddNameExpression");
    auto options = standard_options(nvrtc_, request_.architecture);
    if (!request_.minimal) std::erase(options, "--minimal");
    options.insert(options.end(), request_.options.begin(), request_.options.end());
    std::vector<const char*> pointers;
    pointers.reserve(options.size());
    for (const auto& option : options) pointers.push_back(option.c_str());
    const auto result =
        nvrtc_.compile_program(handle_, static_cast<int>(pointers.size()), pointers.data());

    compiled_kernel kernel;
    kernel.log = text(nvrtc_.get_log_size, nvrtc_.get_log);
    if (result != 0) throw compile_error(first_error(kernel.log, result), kernel.log);
    kernel.lowered_name = lowered_name(request_.expression);
    for (const auto& other : request_.others) kernel.lowered_others[other] = lowered_name(other);
    kernel.ptx = without_working_folder(text(nvrtc_.get_ptx_size, nvrtc_.get_ptx));
    if (request_.architecture.starts_with("sm_")) add_machine_code(kernel);
    return kernel;
  }

 private:
  using size_getter = nvrtc_library::result (*)(nvrtc_library::program, std::size_t*);
  using text_getter = nvrtc_library::result (*)(nvrtc_library::program, char*);

  std::string lowered_name(const std::string& expression) const {
    const char* lowered = nullptr;
    require(nvrtc_.get_lowered_name(handle_, expression.c_str(), &lowered), "nvrtcGetLoweredName");
    return lowered;
  }

  std::vector<char> bytes(size_getter size_of, text_getter contents_of) const {
    std::size_t size = 0;
    require(size_of(handle_, &size), "reading a result's size");
    std::vector<char> result(size);
    if (size > 0) require(contents_of(handle_, result.data()), "reading a result");
    return result;
  }

  std::string text(size_getter size_of, text_getter contents_of) const {
    auto result = bytes(size_of, contents_of);
    while (!result.empty() && result.back() == '\0') result.pop_back();
    return {result.begin(), result.end()};
  }

  void add_machine_code(compiled_kernel& kernel) const {
    kernel.cubin = bytes(nvrtc_.get_cubin_size, nvrtc_.get_cubin);
    kernel.resources = parse_resource_report(kernel.log, kernel.lowered_name);
    kernel.resources.code_bytes = code_bytes(kernel.cubin, kernel.lowered_name);
    kernel.cubin_hash = launch_hash(kernel.cubin);
  }

  // "kernels/x.cuh(12): error: identifier …" is the relevant line; the lines before it are
  // warnings.
  std::string first_error(const std::string& log, nvrtc_library::result result) const {
    std::size_t begin = 0;
    while (begin < log.size()) {
      const std::size_t end = std::min(log.find('\n', begin), log.size());
      const std::string line = log.substr(begin, end - begin);
      // A warning may contain the word error; an error has the word and a colon after a place or a
      // tool: "x.cu(1): catastrophic error: ", "ptxas error   : ", "nvrtc: error: ",
      // "ptxas application ptx input, line 26; error   : ".
      for (const char* mark :
           {": error", ": catastrophic error", ": fatal error", "ptxas error", "; error"})
        if (const auto at = line.find(mark); at != std::string::npos && at < line.find("warning"))
          return named_after_request(line);
      begin = end + 1;
    }
    return fmt::format("{}: {}", request_.name, nvrtc_.get_error_string(result));
  }

  // NVRTC looks up a name expression in a generated file, whose name does not help the user.
  std::string named_after_request(const std::string& line) const {
    if (!line.starts_with("__nv_name_map(")) return line;
    return fmt::format("{}: '{}'{}", request_.name, request_.expression,
                       line.substr(line.find(')') + 1));
  }

  void require(nvrtc_library::result result, const char* call) const {
    if (result != 0)
      throw compile_error(fmt::format("{}: {} of '{}' says {}", request_.name, call,
                                      request_.expression, nvrtc_.get_error_string(result)),
                          "");
  }

  const nvrtc_library& nvrtc_;
  const compile_request& request_;
  nvrtc_library::program handle_ = nullptr;
};

}  // namespace

std::vector<std::string> standard_options(const nvrtc_library& nvrtc,
                                          const std::string& architecture) {
  std::vector<std::string> options = {"-arch=" + architecture, "--std=c++20", "-default-device",
                                      "-lineinfo", "--minimal"};
  if (architecture.starts_with("sm_")) options.emplace_back("--ptxas-options=-v");
  // By default NVRTC raises the stack limit of the process while it compiles, which is unsafe with
  // several compile threads.
  options.emplace_back("--modify-stack-limit=false");
  // Since 12.9 NVRTC has its own cache, which would make compile times meaningless.
  if (nvrtc.major() > 12 || (nvrtc.major() == 12 && nvrtc.minor() >= 9))
    options.emplace_back("--no-cache");
  return options;
}

compiled_kernel compile_program(const nvrtc_library& nvrtc, const compile_request& request,
                                const header_index& own_headers) {
  const auto start = std::chrono::steady_clock::now();
  compiled_kernel kernel =
      program(nvrtc, request, headers_needed_by(request, own_headers)).compile();
  kernel.compile_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return kernel;
}

}  // namespace warpmark::compiler
