#include "bench/compiler/kernel_compiler.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>

#include "base/sha256.hpp"
#include "bench/compiler/compile_pool.hpp"
#include "bench/compiler/disk_cache.hpp"
#include "bench/compiler/header_index.hpp"
#include "bench/compiler/nvrtc_program.hpp"
#include "bench/compiler/ptx_kernel.hpp"
#include "bench/compiler/toolkit_search.hpp"

namespace warpmark::compiler {

struct kernel_compiler::state {
  explicit state(compiler_options compiler_options)
      : options(std::move(compiler_options)),
        cache(!options.use_cache             ? std::filesystem::path()
              : options.cache_folder.empty() ? default_cache_folder()
                                             : options.cache_folder),
        pool(options.threads != 0 ? options.threads
                                  : std::max(1u, std::thread::hardware_concurrency())) {}

  ~state() { closing = true; }

  const nvrtc_library& nvrtc() {
    std::call_once(opened, [this] { library = open_nvrtc(options.library_path); });
    return *library;
  }

  // Everything that the result depends on.
  std::string key_of(const compile_request& request) {
    if (request.is_ptx) return ptx_kernel_key(request);
    sha256 hash;
    hash.field("warpmark kernel 4").field(nvrtc().version()).field(request.architecture);
    for (const auto& option : compiler::standard_options(nvrtc(), request.architecture))
      hash.field(option);
    for (const auto& option : request.options) hash.field(option);
    hash.field(request.minimal ? "minimal" : "whole");
    hash.field(request.name).field(request.source).field(request.expression);
    for (const auto& other : request.others) hash.field("other").field(other);
    if (!request.included.empty()) hash.field("included").field(request.included);
    for (const auto* header : headers_needed_by(request, own_headers))
      hash.field(header->name).field(header->text);
    return hash.hex();
  }

  // Uses an idle process or starts one. A process that did not answer is not used again.
  compiled_kernel compile_apart(const compile_request& request, const time_limit& seconds) {
    std::unique_ptr<compile_process> process;
    {
      const std::scoped_lock lock(mutex);
      if (!idle_processes.empty()) {
        process = std::move(idle_processes.back());
        idle_processes.pop_back();
      }
    }
    if (!process)
      process = std::make_unique<compile_process>(options.program, nvrtc().path(), options.headers,
                                                  options.confined);
    const auto keep = [&] {
      const std::scoped_lock lock(mutex);
      idle_processes.push_back(std::move(process));
    };
    try {
      auto kernel = process->compile(request, seconds, options.limits.memory_bytes, closing);
      keep();
      return kernel;
    } catch (const compile_error& error) {
      if (error.failure == compile_failure::rejected) keep();
      throw;
    }
  }

  compiled_kernel compile(const compile_request& request, const time_limit& seconds) {
    if (request.is_ptx)
      return kernel_of_ptx(request, {.seconds = limit_of(seconds),
                                     .memory_bytes = options.limits.memory_bytes,
                                     .abandoned = &closing});
    if (options.program.empty()) return compile_program(nvrtc(), request, own_headers);
    return compile_apart(request, limit_of(seconds));
  }

  time_limit limit_of(const time_limit& seconds) const {
    if (seconds) return seconds;
    return [this] { return options.limits.seconds; };
  }

  kernel_handle produce(const std::string& key, const compile_request& request,
                        const time_limit& seconds) {
    if (auto found = cache.load(key)) {
      const std::scoped_lock lock(mutex);
      ++statistics.from_cache;
      return std::make_shared<compiled_kernel>(std::move(*found));
    }
    try {
      auto kernel = compile(request, seconds);
      // Another ptxas, or another machine, may assemble it.
      if (!kernel.cubin.empty() || !request.is_ptx) cache.store(key, kernel);
      const std::scoped_lock lock(mutex);
      ++statistics.compiled;
      return std::make_shared<compiled_kernel>(std::move(kernel));
    } catch (...) {
      const std::scoped_lock lock(mutex);
      ++statistics.failed;
      throw;
    }
  }

  const compiler_options options;
  const header_index own_headers{options.headers};
  std::once_flag opened;
  std::unique_ptr<nvrtc_library> library;
  disk_cache cache;
  std::mutex mutex;
  std::map<std::string, std::shared_future<kernel_handle>> futures;
  std::map<std::string, std::function<void()>> ahead;  // Not yet waited for.
  compiler_statistics statistics;
  std::vector<std::unique_ptr<compile_process>> idle_processes;
  std::atomic<bool> closing = false;
  compile_pool pool;  // last: its threads use the members above
};

kernel_compiler::kernel_compiler(compiler_options options)
    : state_(std::make_unique<state>(std::move(options))) {}

kernel_compiler::~kernel_compiler() = default;

std::shared_future<kernel_handle> kernel_compiler::submit(const compile_request& request,
                                                          compile_urgency urgency,
                                                          time_limit seconds) {
  const std::string key = state_->key_of(request);
  const bool waited_for = urgency == compile_urgency::now;
  const std::scoped_lock lock(state_->mutex);
  if (const auto found = state_->futures.find(key); found != state_->futures.end()) {
    // Now in both queues; the first thread to take it compiles it.
    if (waited_for)
      if (const auto job = state_->ahead.extract(key)) state_->pool.submit(job.mapped());
    return found->second;
  }
  auto task = std::make_shared<std::packaged_task<kernel_handle()>>(
      [owner = state_.get(), key, request, seconds = std::move(seconds)]() mutable {
        // Not kept longer: a limit may depend on other kernels, and they on this one's.
        const time_limit limit = std::move(seconds);
        return owner->produce(key, request, limit);
      });
  auto future = task->get_future().share();
  state_->futures.emplace(key, future);
  const auto once = [task, begun = std::make_shared<std::atomic_flag>()] {
    if (!begun->test_and_set()) (*task)();
  };
  if (waited_for) {
    state_->pool.submit(once);
  } else {
    state_->ahead.emplace(key, once);
    state_->pool.submit_ahead(once);
  }
  return future;
}

kernel_handle kernel_compiler::compile(const compile_request& request) {
  return submit(request).get();
}

compiler_statistics kernel_compiler::statistics() const {
  const std::scoped_lock lock(state_->mutex);
  return state_->statistics;
}

bool kernel_compiler::has_nvrtc() const {
  try {
    state_->nvrtc();
    return true;
  } catch (const compiler_unavailable&) {
    return false;
  }
}

std::string kernel_compiler::version() const { return state_->nvrtc().version(); }

std::filesystem::path kernel_compiler::library_path() const { return state_->nvrtc().path(); }

std::vector<std::string> kernel_compiler::standard_options(const std::string& architecture) const {
  return compiler::standard_options(state_->nvrtc(), architecture);
}

std::string kernel_compiler::cache_trouble() const {
  const auto& options = state_->options;
  if (options.use_cache && options.cache_folder.empty() && default_cache_folder().empty())
    return no_cache_folder;
  return state_->cache.trouble();
}

std::vector<std::string> toolkit_include_options(const std::filesystem::path& library) {
  // Asked for with each kernel, and the same for all of a process.
  static std::mutex mutex;
  static std::map<std::filesystem::path, std::vector<std::string>> known;
  const std::scoped_lock lock(mutex);
  const auto [options, is_new] = known.try_emplace(library);
  if (is_new)
    for (const auto& folder : toolkit_headers(library))
      options->second.push_back("-I" + folder.path.string());
  return options->second;
}

std::filesystem::path default_cache_folder() {
  // A relative path would depend on the working folder.
  const auto absolute = [](const char* variable) -> std::filesystem::path {
    const char* value = std::getenv(variable);
    const std::filesystem::path path = value != nullptr ? value : "";
    return path.is_absolute() ? path : std::filesystem::path();
  };
  if (const auto cache = absolute("XDG_CACHE_HOME"); !cache.empty())
    return cache / "warpmark" / "kernels";
  if (const auto home = absolute("HOME"); !home.empty())
    return home / ".cache" / "warpmark" / "kernels";
  return {};
}

}  // namespace warpmark::compiler
