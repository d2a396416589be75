<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Activity</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1，另有 %2 个</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>accepted, not over yet</source>
        <translation>已接受，尚未结束</translation>
    </message>
    <message>
        <source>was over already</source>
        <translation>此前已结束</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>not sent: it is another job now</source>
        <translation>未发送：已是另一个作业</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>未发送</translation>
    </message>
    <message>
        <source>sent, outcome not known</source>
        <translation>已发送，结果未知</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>%1 (whole array)</source>
        <translation>%1（整个数组）</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>the link was lost</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>the clock jumped</source>
        <translation>时钟发生跳变</translation>
    </message>
    <message>
        <source>the program was quit</source>
        <translation>程序已退出</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>已请求</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>已放弃</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>Stop %1 of %2</source>
        <translation>停止 %1（属于 %2）</translation>
    </message>
    <message>
        <source>Stopping %1 in %2 s</source>
        <translation>%2 秒后停止 %1</translation>
    </message>
    <message>
        <source>1 act was dropped: %1. Nothing was sent.</source>
        <translation>已放弃 1 项操作：%1。没有发送任何内容。</translation>
    </message>
    <message>
        <source>%1 acts were dropped: %2. Nothing was sent.</source>
        <translation>已放弃 %1 项操作：%2。没有发送任何内容。</translation>
    </message>
    <message>
        <source>the computer slept or stood still</source>
        <translation>计算机曾休眠或停顿</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 jobs</source>
        <translation>%1 个作业</translation>
    </message>
    <message>
        <source>1 whole array</source>
        <translation>1 个完整数组</translation>
    </message>
    <message>
        <source>1 job</source>
        <translation>1 个作业</translation>
    </message>
    <message>
        <source>%1 jobs, %2 of them whole arrays,</source>
        <translation>%1 个作业（其中 %2 个完整数组）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Stopping %1: sent, the answer is awaited</source>
        <translation>正在停止 %1：已发送，等待答复</translation>
    </message>
    <message>
        <source>%1; nothing was sent</source>
        <translation>%1；未发送任何内容</translation>
    </message>
    <message>
        <source>%1: it still waited when the program ended last time, and was not sent.</source>
        <translation>%1：上次程序结束时仍在等待，未发送。</translation>
    </message>
    <message>
        <source>%1: it was sent when the program ended last time; what became of it is not known.</source>
        <translation>%1：上次程序结束时已发送；结果未知。</translation>
    </message>
</context>
<context>
    <name>ActivityLog</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>数据源</translation>
    </message>
    <message>
        <source>What</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>应答</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>The activity log is written to disk again.</source>
        <translation>操作记录已恢复写入磁盘。</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>Connect to this profile only; may be given several times.</source>
        <translation>只连接此配置；可多次给出。</translation>
    </message>
    <message>
        <source>Read profiles from this file.</source>
        <translation>从此文件读取配置。</translation>
    </message>
    <message>
        <source>Print what a page would show and end; needs no display. WHAT: jobs.</source>
        <translation>输出页面将显示的内容后退出；不需要显示器。WHAT：jobs。</translation>
    </message>
    <message>
        <source>With --list: only what the filter lets pass, such as &quot;user:me state:pending&quot;.</source>
        <translation>与 --list 合用：只输出符合筛选的内容，例如 &quot;user:me state:pending&quot;。</translation>
    </message>
    <message>
        <source>With --list: these columns in this order.</source>
        <translation>与 --list 合用：按此顺序输出这些列。</translation>
    </message>
    <message>
        <source>With --list: text, csv or json.</source>
        <translation>与 --list 合用：text、csv 或 json。</translation>
    </message>
    <message>
        <source>Write every page as a PNG into the folder and end; needs no display.</source>
        <translation>将每个页面以 PNG 写入该文件夹后退出；不需要显示器。</translation>
    </message>
    <message>
        <source>light or dark; the desktop&apos;s if left out.</source>
        <translation>light 或 dark；省略时跟随桌面。</translation>
    </message>
    <message>
        <source>en or zh_CN; the system&apos;s if left out.</source>
        <translation>en 或 zh_CN；省略时跟随系统。</translation>
    </message>
    <message>
        <source>Size of the window, such as 1280x800.</source>
        <translation>窗口大小，例如 1280x800。</translation>
    </message>
    <message>
        <source>For tests: answers to log-in prompts, in a file of mode 0600.</source>
        <translation>用于测试：登录提示的回答，写在权限为 0600 的文件中。</translation>
    </message>
    <message>
        <source>Print the version and end.</source>
        <translation>输出版本后退出。</translation>
    </message>
    <message>
        <source>Print this help and end.</source>
        <translation>输出本帮助后退出。</translation>
    </message>
    <message>
        <source>--%1 takes %2, not &quot;%3&quot;</source>
        <translation>--%1 的取值为 %2，不能是 &quot;%3&quot;</translation>
    </message>
    <message>
        <source>--columns does not know &quot;%1&quot;; it takes %2</source>
        <translation>--columns 没有 &quot;%1&quot;；可用的列为 %2</translation>
    </message>
    <message>
        <source>--columns has &quot;%1&quot; twice</source>
        <translation>--columns 中 &quot;%1&quot; 重复</translation>
    </message>
    <message>
        <source>--size takes WIDTHxHEIGHT from 640x480 to 8192x8192, not &quot;%1&quot;</source>
        <translation>--size 的取值为 WIDTHxHEIGHT，从 640x480 到 8192x8192，不能是 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>--filter: %1</source>
        <translation>--filter：%1</translation>
    </message>
    <message>
        <source>--%1 goes with --list</source>
        <translation>--%1 须与 --list 合用</translation>
    </message>
    <message>
        <source>--list and --screenshots exclude each other</source>
        <translation>--list 与 --screenshots 不能同时使用</translation>
    </message>
    <message>
        <source>--%1 needs a value</source>
        <translation>--%1 需要一个值</translation>
    </message>
    <message>
        <source>--%1 stands twice</source>
        <translation>--%1 重复</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an option; see --help</source>
        <translation>&quot;%1&quot; 不是选项；见 --help</translation>
    </message>
    <message>
        <source>A console for people whose jobs run on Slurm clusters. With no option it opens its window.</source>
        <translation>面向 Slurm 集群用户的作业控制台。不带选项时打开窗口。</translation>
    </message>
    <message>
        <source>Exit codes of --list: 0 all was read; 1 something was not; 2 a mistake in the options; 3 a log-in needs a person.</source>
        <translation>--list 的退出码：0 全部读取；1 有内容未读取；2 选项有误；3 登录需要人工处理。</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Name</source>
        <translation>名称解析</translation>
    </message>
    <message>
        <source>Jump host</source>
        <translation>跳板机</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Host key</source>
        <translation>主机密钥</translation>
    </message>
    <message>
        <source>Log-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Stop job %1 on %2?</source>
        <translation>停止 %2 上的作业 %1？</translation>
    </message>
    <message>
        <source>Stop %1 jobs on %2?</source>
        <translation>停止 %2 上的 %1 个作业？</translation>
    </message>
    <message>
        <source>Owned by %1.</source>
        <translation>所有者：%1。</translation>
    </message>
    <message>
        <source>1 is not yours.</source>
        <translation>1 个不属于您。</translation>
    </message>
    <message>
        <source>%1 are not yours.</source>
        <translation>%1 个不属于您。</translation>
    </message>
    <message>
        <source>1 is a whole array, with all its tasks.</source>
        <translation>1 个是整个数组，包括其所有任务。</translation>
    </message>
    <message>
        <source>%1 are whole arrays, with all their tasks.</source>
        <translation>%1 个是整个数组，包括其所有任务。</translation>
    </message>
    <message>
        <source>You can undo for 5 seconds before anything is sent.</source>
        <translation>发送之前有 5 秒可以撤销。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Stop 1 job</source>
        <translation>停止 1 个作业</translation>
    </message>
    <message>
        <source>Stop %1 jobs</source>
        <translation>停止 %1 个作业</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>不停止</translation>
    </message>
    <message>
        <source>Something still waits to be sent</source>
        <translation>还有操作等待发送</translation>
    </message>
    <message>
        <source>Nothing of it has been sent yet. If you drop it, the jobs go on.</source>
        <translation>这些操作均未发送。如果放弃，作业将继续。</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Send now and quit</source>
        <translation>立即发送并退出</translation>
    </message>
    <message>
        <source>Drop and quit</source>
        <translation>放弃并退出</translation>
    </message>
    <message>
        <source>Coming in to %1</source>
        <translation>连接到 %1</translation>
    </message>
    <message>
        <source>No try has been made yet.</source>
        <translation>还没有尝试过连接。</translation>
    </message>
    <message>
        <source>The last try, step by step.</source>
        <translation>最近一次尝试的各个步骤。</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Move; with Shift choose several</source>
        <translation>移动；按住 Shift 选择多个</translation>
    </message>
    <message>
        <source>Fold and unfold groups and arrays</source>
        <translation>折叠和展开分组与数组</translation>
    </message>
    <message>
        <source>Open the job&apos;s detail</source>
        <translation>打开作业详情</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Stop what is chosen</source>
        <translation>停止所选作业</translation>
    </message>
    <message>
        <source>Undo what waits</source>
        <translation>撤销等待中的操作</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Export rows</source>
        <translation>导出行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Activity log</source>
        <translation>操作记录</translation>
    </message>
    <message>
        <source>Read again now</source>
        <translation>立即重新读取</translation>
    </message>
    <message>
        <source>Fold the rail</source>
        <translation>折叠侧栏</translation>
    </message>
    <message>
        <source>Fold the detail</source>
        <translation>折叠详情</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>此列表</translation>
    </message>
    <message>
        <source>A console for people whose jobs run on Slurm clusters. Nothing leaves this computer but the requests to your sources.</source>
        <translation>面向 Slurm 集群用户的作业控制台。除了对您的数据源的请求，没有任何内容离开这台计算机。</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可协议</translation>
    </message>
    <message>
        <source>A stop is on its way</source>
        <translation>停止请求正在执行</translation>
    </message>
    <message>
        <source>Pilothouse closes when its answer is in. If you quit before, what was not sent yet is dropped, and nobody tells you what became of the rest.</source>
        <translation>收到答复后 Pilothouse 会自动关闭。若提前退出，尚未发送的部分将被放弃，其余部分的结果也无从得知。</translation>
    </message>
    <message>
        <source>Quit without the answer</source>
        <translation>不等答复直接退出</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>The host key of %1 is not known yet.</source>
        <translation>%1 的主机密钥尚未记入 known_hosts。</translation>
    </message>
    <message>
        <source>The host key is not known yet.</source>
        <translation>主机密钥尚未记入 known_hosts。</translation>
    </message>
    <message>
        <source>Compare the fingerprint with the one your site gives out, log in once with ssh, then try again.</source>
        <translation>请与站点公布的指纹核对，用 ssh 登录一次，然后重试。</translation>
    </message>
    <message>
        <source>The host key of %1 has changed.</source>
        <translation>%1 的主机密钥已改变。</translation>
    </message>
    <message>
        <source>The host key has changed.</source>
        <translation>主机密钥已改变。</translation>
    </message>
    <message>
        <source>Nothing was sent. Ask your site whether the key was replaced; if so, remove the old line with ssh-keygen -R.</source>
        <translation>没有发送任何内容。请向站点确认密钥是否已更换；如果是，请用 ssh-keygen -R 删除旧行。</translation>
    </message>
    <message>
        <source>The host key of %1 is revoked.</source>
        <translation>%1 的主机密钥已被吊销。</translation>
    </message>
    <message>
        <source>The host key is revoked.</source>
        <translation>主机密钥已被吊销。</translation>
    </message>
    <message>
        <source>Nothing was sent. Do not log in there; ask your site.</source>
        <translation>没有发送任何内容。请不要登录该主机，并联系站点。</translation>
    </message>
    <message>
        <source>%1 asks for something only you can answer.</source>
        <translation>%1 需要只有您能给出的回答。</translation>
    </message>
    <message>
        <source>The server asks for something only you can answer.</source>
        <translation>服务器需要只有您能给出的回答。</translation>
    </message>
    <message>
        <source>%1 did not let you log in.</source>
        <translation>%1 拒绝了您的登录。</translation>
    </message>
    <message>
        <source>The server did not let you log in.</source>
        <translation>服务器拒绝了您的登录。</translation>
    </message>
    <message>
        <source>Check the user name and the key in the profile; ssh -v to the same host shows more.</source>
        <translation>请检查配置中的用户名和密钥；对同一主机运行 ssh -v 可看到更多信息。</translation>
    </message>
    <message>
        <source>%1 cannot be reached.</source>
        <translation>无法连接 %1。</translation>
    </message>
    <message>
        <source>The far end cannot be reached.</source>
        <translation>无法连接远端。</translation>
    </message>
    <message>
        <source>Check the network, VPN and jump host. It is tried again by itself.</source>
        <translation>请检查网络、VPN 和跳板机。程序会自动重试。</translation>
    </message>
    <message>
        <source>You are not allowed to do this to %1.</source>
        <translation>您没有对 %1 执行此操作的权限。</translation>
    </message>
    <message>
        <source>You are not allowed to do this.</source>
        <translation>您没有执行此操作的权限。</translation>
    </message>
    <message>
        <source>Ask the owner, a coordinator of the account or an administrator.</source>
        <translation>请联系所有者、账户协调人或管理员。</translation>
    </message>
    <message>
        <source>%1 was not found.</source>
        <translation>未找到 %1。</translation>
    </message>
    <message>
        <source>It was not found.</source>
        <translation>未找到。</translation>
    </message>
    <message>
        <source>It may have ended or been moved. Refresh and look again.</source>
        <translation>可能已结束或已移动。请刷新后再查看。</translation>
    </message>
    <message>
        <source>%1 is busy and did not answer in time.</source>
        <translation>%1 繁忙，未及时应答。</translation>
    </message>
    <message>
        <source>The controller is busy and did not answer in time.</source>
        <translation>控制器繁忙，未及时应答。</translation>
    </message>
    <message>
        <source>The last good list stays. It is asked again later, more slowly.</source>
        <translation>保留上一次完整的列表。稍后会以更低的频率再次请求。</translation>
    </message>
    <message>
        <source>%1 took too long and was ended.</source>
        <translation>%1 耗时过长，已被终止。</translation>
    </message>
    <message>
        <source>The command took too long and was ended.</source>
        <translation>命令耗时过长，已被终止。</translation>
    </message>
    <message>
        <source>Try again later; if it stays so, the command hangs at the far end.</source>
        <translation>请稍后重试；如果仍然如此，则命令在远端卡住。</translation>
    </message>
    <message>
        <source>The answer of %1 could not be read.</source>
        <translation>无法解读 %1 的应答。</translation>
    </message>
    <message>
        <source>The answer could not be read.</source>
        <translation>无法解读应答。</translation>
    </message>
    <message>
        <source>The last good list stays. The activity log has the words; please report them.</source>
        <translation>保留上一次完整的列表。操作记录中有原文，请上报。</translation>
    </message>
    <message>
        <source>The answer of %1 broke off.</source>
        <translation>%1 的应答中断。</translation>
    </message>
    <message>
        <source>The answer broke off.</source>
        <translation>应答中断。</translation>
    </message>
    <message>
        <source>Nothing of it was used. It is asked again by itself.</source>
        <translation>未采用其中任何内容。程序会自动再次请求。</translation>
    </message>
    <message>
        <source>%1 is larger than this program takes.</source>
        <translation>%1 超出本程序可接受的大小。</translation>
    </message>
    <message>
        <source>The answer is larger than this program takes.</source>
        <translation>应答超出本程序可接受的大小。</translation>
    </message>
    <message>
        <source>Ask for less: narrow it to your own jobs or one queue.</source>
        <translation>请减少请求范围：只看自己的作业或一个队列。</translation>
    </message>
    <message>
        <source>%1 does not offer this.</source>
        <translation>%1 不提供此功能。</translation>
    </message>
    <message>
        <source>This is not offered here.</source>
        <translation>此处不提供此功能。</translation>
    </message>
    <message>
        <source>A newer version or another setting of the site is needed.</source>
        <translation>需要更新的版本，或站点更改设置。</translation>
    </message>
    <message>
        <source>%1 is read-only.</source>
        <translation>%1 为只读。</translation>
    </message>
    <message>
        <source>The profile is read-only.</source>
        <translation>此配置为只读。</translation>
    </message>
    <message>
        <source>Nothing was sent. Change the profile if you want to act there.</source>
        <translation>没有发送任何内容。如需在此操作，请修改配置。</translation>
    </message>
    <message>
        <source>%1 cannot be used as it is.</source>
        <translation>输入不可用：%1。</translation>
    </message>
    <message>
        <source>The input cannot be used as it is.</source>
        <translation>输入不可用。</translation>
    </message>
    <message>
        <source>Correct it and try again.</source>
        <translation>请更正后重试。</translation>
    </message>
    <message>
        <source>%1 could not be read or written.</source>
        <translation>无法读取或写入 %1。</translation>
    </message>
    <message>
        <source>A file could not be read or written.</source>
        <translation>无法读取或写入文件。</translation>
    </message>
    <message>
        <source>Check free space and rights. Until then it is kept in memory only.</source>
        <translation>请检查剩余空间和权限。在此之前内容只保存在内存中。</translation>
    </message>
    <message>
        <source>%1 was stopped.</source>
        <translation>%1 已中止。</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>已中止。</translation>
    </message>
    <message>
        <source>Start it again if you still want it.</source>
        <translation>如仍需要，请重新开始。</translation>
    </message>
    <message>
        <source>Load your key with ssh-add, then try again. Questions are answered at a terminal: pilothouse --list jobs.</source>
        <translation>请用 ssh-add 加载密钥后重试。需要回答的问题可在终端中回答：pilothouse --list jobs。</translation>
    </message>
</context>
<context>
    <name>Filter</name>
    <message>
        <source>The expression is longer than %1 characters; shorten it.</source>
        <translation>表达式超过 %1 个字符，请缩短。</translation>
    </message>
    <message>
        <source>The expression is not right here (%1); correct it, or put \ before the mark.</source>
        <translation>表达式在此处有误（%1）；请更正，或在该符号前加 \。</translation>
    </message>
    <message>
        <source>No state is called “%1”. Did you mean %2?</source>
        <translation>没有名为“%1”的状态。是否指 %2？</translation>
    </message>
    <message>
        <source>No state is called “%1”. Try running, pending, held, never, ended, failed, timeout or cancelled.</source>
        <translation>没有名为“%1”的状态。可用 running、pending、held、never、ended、failed、timeout 或 cancelled。</translation>
    </message>
    <message>
        <source>“%1” is not a job id. Write 4711, 4711_12, 24+1 or 47*.</source>
        <translation>“%1”不是作业 ID。请写作 4711、4711_12、24+1 或 47*。</translation>
    </message>
    <message>
        <source>“%1” is neither yes nor no.</source>
        <translation>“%1”既不是 yes 也不是 no。</translation>
    </message>
    <message>
        <source>“%1” is not an amount. Write 500M, 64G or 1.5T.</source>
        <translation>“%1”不是容量。请写作 500M、64G 或 1.5T。</translation>
    </message>
    <message>
        <source>“%1” is not a span of time. Write 90s, 30m, 2h, 1d12h or 1-04:00.</source>
        <translation>“%1”不是时长。请写作 90s、30m、2h、1d12h 或 1-04:00。</translation>
    </message>
    <message>
        <source>“%1” is not a time. Write 2026-03-01, 2026-03-01T10:00, today, or an age such as &lt;2h.</source>
        <translation>“%1”不是时间。请写作 2026-03-01、2026-03-01T10:00、today，或距今时长，例如 &lt;2h。</translation>
    </message>
    <message>
        <source>“%1” is not a number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
    <message>
        <source>Only one value can be compared; remove the rest.</source>
        <translation>只能比较一个值，请删除其余的值。</translation>
    </message>
    <message>
        <source>There is no field “%1”. Try state, user, queue, name, gpu, waited … or put the word in quotes.</source>
        <translation>没有字段“%1”。可用 state、user、queue、name、gpu、waited 等，或将该词放入引号。</translation>
    </message>
    <message>
        <source>There is no field “%1”. Did you mean %2? Else put the word in quotes.</source>
        <translation>没有字段“%1”。是否指 %2？否则请将该词放入引号。</translation>
    </message>
    <message>
        <source>A value is missing after %1.</source>
        <translation>%1 后缺少值。</translation>
    </message>
    <message>
        <source>~ is for words only; use : or a comparison with %1.</source>
        <translation>~ 只用于文字；对 %1 请用 : 或比较符号。</translation>
    </message>
    <message>
        <source>%1 cannot be compared by size; use : with it.</source>
        <translation>%1 不能比较大小，请用 :。</translation>
    </message>
    <message>
        <source>The filter is longer than %1 characters; shorten it.</source>
        <translation>筛选超过 %1 个字符，请缩短。</translation>
    </message>
    <message>
        <source>This bracket closes nothing; remove it.</source>
        <translation>此括号没有对应的左括号，请删除。</translation>
    </message>
    <message>
        <source>Something must follow the “or”.</source>
        <translation>“or”后面必须有内容。</translation>
    </message>
    <message>
        <source>Something must stand before the “or”.</source>
        <translation>“or”前面必须有内容。</translation>
    </message>
    <message>
        <source>Something must stand on both sides of the “and”.</source>
        <translation>“and”两侧都必须有内容。</translation>
    </message>
    <message>
        <source>Too many brackets inside each other.</source>
        <translation>括号嵌套过多。</translation>
    </message>
    <message>
        <source>Something must follow the “not”.</source>
        <translation>“not”后面必须有内容。</translation>
    </message>
    <message>
        <source>This bracket is not closed; add a ).</source>
        <translation>此括号没有闭合，请加上 )。</translation>
    </message>
    <message>
        <source>The quote is not closed; add a &quot;.</source>
        <translation>引号没有闭合，请加上 &quot;。</translation>
    </message>
    <message>
        <source>running, pending, held, failed …</source>
        <translation>running、pending、held、failed 等</translation>
    </message>
    <message>
        <source>job, array or task: 4711, 4711_12</source>
        <translation>作业、数组或任务：4711、4711_12</translation>
    </message>
    <message>
        <source>name; * and ?; ~ for an expression</source>
        <translation>名称；可用 * 和 ?；~ 表示表达式</translation>
    </message>
    <message>
        <source>user, or me</source>
        <translation>用户，或 me</translation>
    </message>
    <message>
        <source>account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>connection or cluster</source>
        <translation>连接或集群</translation>
    </message>
    <message>
        <source>queue (partition)</source>
        <translation>队列（分区）</translation>
    </message>
    <message>
        <source>quality of service</source>
        <translation>服务质量 (QOS)</translation>
    </message>
    <message>
        <source>GPUs of the whole job</source>
        <translation>整个作业的 GPU 数</translation>
    </message>
    <message>
        <source>reason as Slurm says it</source>
        <translation>Slurm 原文的原因</translation>
    </message>
    <message>
        <source>node that it runs on</source>
        <translation>运行所在的节点</translation>
    </message>
    <message>
        <source>number of nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>CPUs of the whole job</source>
        <translation>整个作业的 CPU 数</translation>
    </message>
    <message>
        <source>memory asked: 64G</source>
        <translation>申请的内存：64G</translation>
    </message>
    <message>
        <source>priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>nice</source>
        <translation>nice 值</translation>
    </message>
    <message>
        <source>place in its queue</source>
        <translation>在队列中的位次</translation>
    </message>
    <message>
        <source>run time so far: 2h, 30m</source>
        <translation>已运行时长：2h、30m</translation>
    </message>
    <message>
        <source>time limit: 1d</source>
        <translation>时限：1d</translation>
    </message>
    <message>
        <source>time left to its limit</source>
        <translation>距时限的剩余时间</translation>
    </message>
    <message>
        <source>time waited: 2h</source>
        <translation>已等待时长：2h</translation>
    </message>
    <message>
        <source>2026-03-01, today, or how long ago: &lt;2h</source>
        <translation>2026-03-01、today，或距今时长：&lt;2h</translation>
    </message>
    <message>
        <source>alive within this time: 24h</source>
        <translation>此时间内存在过：24h</translation>
    </message>
    <message>
        <source>yes, no, or an array&apos;s id</source>
        <translation>yes、no，或数组的 ID</translation>
    </message>
    <message>
        <source>your own jobs</source>
        <translation>自己的作业</translation>
    </message>
    <message>
        <source>times it was requeued</source>
        <translation>重新排队的次数</translation>
    </message>
    <message>
        <source>exit code</source>
        <translation>退出码</translation>
    </message>
    <message>
        <source>working folder</source>
        <translation>工作目录</translation>
    </message>
    <message>
        <source>comment</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Write within:24h, or -within:24h for the rest.</source>
        <translation>请写 within:24h，其余部分写 -within:24h。</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 d</translation>
    </message>
    <message>
        <source>d MMM</source>
        <extracomment>a day of this year, as QDate::toString takes it</extracomment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <translation>≈ %1</translation>
    </message>
</context>
<context>
    <name>JobColumn</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>数据源</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>QOS</source>
        <translation>QOS</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位次</translation>
    </message>
    <message>
        <source>Elapsed / limit · start</source>
        <translation>已运行 / 时限 · 开始</translation>
    </message>
    <message>
        <source>Nodes or reason</source>
        <translation>节点或原因</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>已等待</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Node list</source>
        <translation>节点列表</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Nice</source>
        <translation>Nice</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>重启次数</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>工作目录</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>JobDetail</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Expected start</source>
        <translation>预计开始</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Not before</source>
        <translation>不早于</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>已运行</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时限</translation>
    </message>
    <message>
        <source>Remaining</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>0 left, over by %1</source>
        <translation>剩余 0，已超出 %1</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位次</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>waited %1</source>
        <translation>已等待 %1</translation>
    </message>
    <message>
        <source>ends by %1</source>
        <translation>最迟 %1 结束</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>申请</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>节点特性</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Reservation</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Largest task</source>
        <translation>最大的任务</translation>
    </message>
    <message>
        <source>of %1 a node · %2</source>
        <translation>/ 每节点 %1 · %2</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>of %1 held · %2</source>
        <translation>/ 占用 %1 · %2</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>own id %1</source>
        <translation>自身 ID %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>uid %1</source>
        <translation>uid %1</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>QOS</source>
        <translation>QOS</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>nice %1</source>
        <translation>nice %1</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>数据源</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>工作目录</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Dependencies</source>
        <translation>依赖</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>第 %1 次</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>作业步</translation>
    </message>
    <message>
        <source>1 task</source>
        <translation>1 个任务</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 个任务</translation>
    </message>
    <message>
        <source>largest task %1</source>
        <translation>最大任务 %1</translation>
    </message>
    <message>
        <source>CPU %1</source>
        <translation>CPU %1</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>All fields</source>
        <translation>所有字段</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Array tasks</source>
        <translation>数组任务</translation>
    </message>
    <message>
        <source>the other tasks stand in the table: unfold the array</source>
        <translation>其他任务在表格中：请展开该数组</translation>
    </message>
    <message>
        <source>so far</source>
        <translation>截至目前</translation>
    </message>
</context>
<context>
    <name>JobExport</name>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>The filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>%1 (at character %2)</source>
        <translation>%1（第 %2 个字符处）</translation>
    </message>
</context>
<context>
    <name>JobTable</name>
    <message>
        <source>Stops in %1 s; nothing sent yet</source>
        <translation>%1 秒后停止；尚未发送</translation>
    </message>
    <message>
        <source>Stop sent; its answer is awaited</source>
        <translation>停止请求已发送，等待答复</translation>
    </message>
</context>
<context>
    <name>JobText</name>
    <message>
        <source>Signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>Exit %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Cancelled by %1</source>
        <translation>被 %1 取消</translation>
    </message>
    <message>
        <source>Cancelled by uid %1</source>
        <translation>被 uid %1 取消</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Ended well</source>
        <translation>正常结束</translation>
    </message>
    <message>
        <source>Time limit %1 reached</source>
        <translation>达到时限 %1</translation>
    </message>
    <message>
        <source>Time limit reached</source>
        <translation>达到时限</translation>
    </message>
    <message>
        <source>Killed for memory</source>
        <translation>因内存不足被终止</translation>
    </message>
    <message>
        <source>Killed for memory; asked %1</source>
        <translation>因内存不足被终止；申请了 %1</translation>
    </message>
    <message>
        <source>Node failed</source>
        <translation>节点故障</translation>
    </message>
    <message>
        <source>Node did not boot</source>
        <translation>节点未能启动</translation>
    </message>
    <message>
        <source>Deadline passed</source>
        <translation>已过截止时间</translation>
    </message>
    <message>
        <source>Preempted by another job</source>
        <translation>被其他作业抢占</translation>
    </message>
    <message>
        <source>Taken over by another cluster</source>
        <translation>由另一集群接管</translation>
    </message>
    <message>
        <source>Left the queue; no record of its end</source>
        <translation>已离开队列；没有结束记录</translation>
    </message>
    <message>
        <source>own id %1</source>
        <translation>自身 ID %1</translation>
    </message>
    <message>
        <source>elapsed %1</source>
        <translation>已运行 %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>0 left, over by %1</source>
        <translation>剩余 0，已超出 %1</translation>
    </message>
    <message>
        <source>1 GPU on %1</source>
        <translation>%1 上 1 个 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs on %2</source>
        <translation>%2 上 %1 个 GPU</translation>
    </message>
    <message>
        <source>queue %1</source>
        <translation>队列 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>place %1 of %2</source>
        <translation>位次 %1 / %2</translation>
    </message>
    <message>
        <source>as it was at %1</source>
        <translation>%1 时的状态</translation>
    </message>
    <message>
        <source>never started</source>
        <translation>从未启动</translation>
    </message>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 之后</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 起</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Completing</source>
        <translation>收尾中</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>Preempted</source>
        <translation>被抢占</translation>
    </message>
    <message>
        <source>Never starts</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>Old</source>
        <translation>过时</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>停止中</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>Suspended</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Resizing</source>
        <translation>调整中</translation>
    </message>
    <message>
        <source>Signalled</source>
        <translation>已发信号</translation>
    </message>
    <message>
        <source>Staging out</source>
        <translation>数据移出</translation>
    </message>
    <message>
        <source>Requeued</source>
        <translation>重新排队</translation>
    </message>
    <message>
        <source>Special exit</source>
        <translation>特殊退出</translation>
    </message>
    <message>
        <source>Boot failed</source>
        <translation>启动失败</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>已过截止</translation>
    </message>
    <message>
        <source>Revoked</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>已离队</translation>
    </message>
    <message>
        <source>a node</source>
        <translation>每节点</translation>
    </message>
    <message>
        <source>a CPU</source>
        <translation>每 CPU</translation>
    </message>
    <message>
        <source>a GPU</source>
        <translation>每 GPU</translation>
    </message>
    <message>
        <source>all of the node</source>
        <translation>整个节点</translation>
    </message>
    <message>
        <source>1 job is ahead</source>
        <translation>前面有 1 个作业</translation>
    </message>
    <message>
        <source>%1 jobs are ahead</source>
        <translation>前面有 %1 个作业</translation>
    </message>
    <message>
        <source>Next; waits for free nodes</source>
        <translation>下一个；等待空闲节点</translation>
    </message>
    <message>
        <source>Starts when %1 ends well</source>
        <translation>%1 成功结束后启动</translation>
    </message>
    <message>
        <source>Starts when %1 fails</source>
        <translation>%1 失败后启动</translation>
    </message>
    <message>
        <source>Starts after %1 has started</source>
        <translation>%1 开始后启动</translation>
    </message>
    <message>
        <source>Starts when %1 has ended</source>
        <translation>%1 结束后启动</translation>
    </message>
    <message>
        <source>At most %1 tasks of the array run at once</source>
        <translation>该数组最多同时运行 %1 个任务</translation>
    </message>
    <message>
        <source>Held after a special exit</source>
        <translation>特殊退出后被保持</translation>
    </message>
    <message>
        <source>uid %1</source>
        <translation>uid %1</translation>
    </message>
</context>
<context>
    <name>ListCommand</name>
    <message>
        <source>%1: %2 rows could not be read and are missing:</source>
        <translation>%1：有 %2 行无法读取，未列出：</translation>
    </message>
    <message>
        <source>the output could not be written: %1</source>
        <translation>无法写入输出：%1</translation>
    </message>
    <message>
        <source>Run this on a terminal to answer, or give the answers with --answers FILE.</source>
        <translation>请在终端中运行以便回答，或用 --answers FILE 给出答案。</translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>there is no display; --list and --screenshots work without one</source>
        <translation>没有显示器；--list 和 --screenshots 不需要显示器</translation>
    </message>
</context>
<context>
    <name>ReasonText</name>
    <message>
        <source>Jobs with higher priority are ahead</source>
        <translation>前面有优先级更高的作业</translation>
    </message>
    <message>
        <source>Waits for free nodes</source>
        <translation>等待空闲节点</translation>
    </message>
    <message>
        <source>Waits for another job</source>
        <translation>等待另一个作业</translation>
    </message>
    <message>
        <source>The job it depends on did not end as asked</source>
        <translation>所依赖的作业未按要求结束</translation>
    </message>
    <message>
        <source>Its begin time has not come</source>
        <translation>未到设定的开始时间</translation>
    </message>
    <message>
        <source>Held by its owner</source>
        <translation>被所有者保持</translation>
    </message>
    <message>
        <source>Held by an administrator</source>
        <translation>被管理员保持</translation>
    </message>
    <message>
        <source>Held: requeued too often</source>
        <translation>保持：重新排队次数过多</translation>
    </message>
    <message>
        <source>The array&apos;s own task limit is reached</source>
        <translation>已达数组自身的任务上限</translation>
    </message>
    <message>
        <source>Asks more or fewer nodes than the queue allows</source>
        <translation>申请的节点数超出队列允许的范围</translation>
    </message>
    <message>
        <source>Asks more time than the queue allows</source>
        <translation>申请的时间超过队列允许的上限</translation>
    </message>
    <message>
        <source>The queue is down</source>
        <translation>队列已关闭</translation>
    </message>
    <message>
        <source>The queue is inactive</source>
        <translation>队列未启用</translation>
    </message>
    <message>
        <source>The queue is not for this job</source>
        <translation>此作业不能使用该队列</translation>
    </message>
    <message>
        <source>Waits for a licence</source>
        <translation>等待许可证</translation>
    </message>
    <message>
        <source>The account&apos;s job limit is reached</source>
        <translation>已达账户的作业数上限</translation>
    </message>
    <message>
        <source>The account&apos;s resource limit is reached</source>
        <translation>已达账户的资源上限</translation>
    </message>
    <message>
        <source>The account&apos;s time limit is reached</source>
        <translation>已达账户的时间上限</translation>
    </message>
    <message>
        <source>The QOS&apos;s job limit is reached</source>
        <translation>已达 QOS 的作业数上限</translation>
    </message>
    <message>
        <source>The QOS&apos;s resource limit is reached</source>
        <translation>已达 QOS 的资源上限</translation>
    </message>
    <message>
        <source>The QOS&apos;s time limit is reached</source>
        <translation>已达 QOS 的时间上限</translation>
    </message>
    <message>
        <source>Usage is above the QOS&apos;s threshold</source>
        <translation>使用率超出 QOS 的阈值</translation>
    </message>
    <message>
        <source>The QOS is not allowed here</source>
        <translation>此处不允许该 QOS</translation>
    </message>
    <message>
        <source>The account is not allowed in this queue</source>
        <translation>该账户不能使用此队列</translation>
    </message>
    <message>
        <source>The account is not valid</source>
        <translation>账户无效</translation>
    </message>
    <message>
        <source>The QOS is not valid</source>
        <translation>QOS 无效</translation>
    </message>
    <message>
        <source>No node can meet what it asks</source>
        <translation>没有节点能满足其申请</translation>
    </message>
    <message>
        <source>Waits for its reservation</source>
        <translation>等待预留生效</translation>
    </message>
    <message>
        <source>Its reservation was deleted</source>
        <translation>其预留已被删除</translation>
    </message>
    <message>
        <source>A node it asks for is not available</source>
        <translation>指定的节点不可用</translation>
    </message>
    <message>
        <source>No front end is up</source>
        <translation>没有可用的前端节点</translation>
    </message>
    <message>
        <source>Scheduling is put off for now</source>
        <translation>调度暂时推迟</translation>
    </message>
    <message>
        <source>A node it needs is down</source>
        <translation>所需的节点已宕机</translation>
    </message>
    <message>
        <source>The system failed</source>
        <translation>系统故障</translation>
    </message>
    <message>
        <source>It could not be launched</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>Ended with an exit code</source>
        <translation>以非零退出码结束</translation>
    </message>
    <message>
        <source>Its time limit was reached</source>
        <translation>已达时限</translation>
    </message>
    <message>
        <source>It was inactive for too long</source>
        <translation>长时间无活动</translation>
    </message>
    <message>
        <source>It ran out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Its last run is being cleaned up</source>
        <translation>正在清理上一次运行</translation>
    </message>
    <message>
        <source>The nodes are being prepared</source>
        <translation>正在准备节点</translation>
    </message>
    <message>
        <source>It cannot meet its deadline</source>
        <translation>无法赶上截止时间</translation>
    </message>
    <message>
        <source>Requeued too often</source>
        <translation>重新排队次数过多</translation>
    </message>
    <message>
        <source>Asks more memory than the queue allows</source>
        <translation>申请的内存超过队列允许的上限</translation>
    </message>
    <message>
        <source>Another cluster of the federation decides</source>
        <translation>由联合集群中的另一集群决定</translation>
    </message>
    <message>
        <source>No more nodes may be powered up</source>
        <translation>不能再开启更多节点</translation>
    </message>
    <message>
        <source>No MPI ports are free</source>
        <translation>没有空闲的 MPI 端口</translation>
    </message>
    <message>
        <source>The burst buffer operation failed</source>
        <translation>突发缓冲区操作失败</translation>
    </message>
    <message>
        <source>Waits for burst buffer space</source>
        <translation>等待突发缓冲区空间</translation>
    </message>
    <message>
        <source>Its files are being staged in</source>
        <translation>正在移入其文件</translation>
    </message>
    <message>
        <source>Not enough power is available</source>
        <translation>可用电力不足</translation>
    </message>
    <message>
        <source>Power is reserved for others</source>
        <translation>电力已预留给其他作业</translation>
    </message>
    <message>
        <source>QOS limit: jobs of the whole group</source>
        <translation>QOS 限制：整组的作业数</translation>
    </message>
    <message>
        <source>Account limit: jobs of the whole group</source>
        <translation>账户限制：整组的作业数</translation>
    </message>
    <message>
        <source>Account limit: running jobs</source>
        <translation>账户限制：运行中的作业数</translation>
    </message>
    <message>
        <source>QOS limit: jobs per account</source>
        <translation>QOS 限制：每账户的作业数</translation>
    </message>
    <message>
        <source>QOS limit: submitted jobs per account</source>
        <translation>QOS 限制：每账户的提交作业数</translation>
    </message>
    <message>
        <source>Requeued and held</source>
        <translation>重新排队并被保持</translation>
    </message>
    <message>
        <source>The launch failed; requeued and held</source>
        <translation>启动失败；重新排队并被保持</translation>
    </message>
    <message>
        <source>Its nodes are down, drained or reserved for queues of higher priority</source>
        <translation>所需节点已宕机、已排空，或预留给更高优先级的队列</translation>
    </message>
    <message>
        <source>CPU minutes of running jobs</source>
        <translation>运行中作业的 CPU 分钟数</translation>
    </message>
    <message>
        <source>CPU minutes</source>
        <translation>CPU 分钟数</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU 数</translation>
    </message>
    <message>
        <source>memory minutes of running jobs</source>
        <translation>运行中作业的内存分钟数</translation>
    </message>
    <message>
        <source>memory minutes</source>
        <translation>内存分钟数</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>node minutes of running jobs</source>
        <translation>运行中作业的节点分钟数</translation>
    </message>
    <message>
        <source>node minutes</source>
        <translation>节点分钟数</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>GPU minutes of running jobs</source>
        <translation>运行中作业的 GPU 分钟数</translation>
    </message>
    <message>
        <source>GPU minutes</source>
        <translation>GPU 分钟数</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>licence minutes of running jobs</source>
        <translation>运行中作业的许可证分钟数</translation>
    </message>
    <message>
        <source>licence minutes</source>
        <translation>许可证分钟数</translation>
    </message>
    <message>
        <source>licences</source>
        <translation>许可证数</translation>
    </message>
    <message>
        <source>burst buffer minutes of running jobs</source>
        <translation>运行中作业的突发缓冲区分钟数</translation>
    </message>
    <message>
        <source>burst buffer minutes</source>
        <translation>突发缓冲区分钟数</translation>
    </message>
    <message>
        <source>burst buffers</source>
        <translation>突发缓冲区</translation>
    </message>
    <message>
        <source>billing minutes of running jobs</source>
        <translation>运行中作业的计费分钟数</translation>
    </message>
    <message>
        <source>billing minutes</source>
        <translation>计费分钟数</translation>
    </message>
    <message>
        <source>billing units</source>
        <translation>计费单位</translation>
    </message>
    <message>
        <source>energy minutes of running jobs</source>
        <translation>运行中作业的能耗分钟数</translation>
    </message>
    <message>
        <source>energy minutes</source>
        <translation>能耗分钟数</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>run time</source>
        <translation>运行时长</translation>
    </message>
    <message>
        <source>submitted jobs</source>
        <translation>提交的作业数</translation>
    </message>
    <message>
        <source>running jobs</source>
        <translation>运行中的作业数</translation>
    </message>
    <message>
        <source>minutes of running jobs</source>
        <translation>运行中作业的分钟数</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟数</translation>
    </message>
    <message>
        <source>another resource</source>
        <translation>其他资源</translation>
    </message>
    <message>
        <source>%1 of the whole group</source>
        <translation>%1（整组）</translation>
    </message>
    <message>
        <source>%1 per job</source>
        <translation>%1（每作业）</translation>
    </message>
    <message>
        <source>%1 per user</source>
        <translation>%1（每用户）</translation>
    </message>
    <message>
        <source>%1 per account</source>
        <translation>%1（每账户）</translation>
    </message>
    <message>
        <source>%1 per node</source>
        <translation>%1（每节点）</translation>
    </message>
    <message>
        <source>QOS minimum not met: %1</source>
        <translation>未达 QOS 下限：%1</translation>
    </message>
    <message>
        <source>QOS limit: %1</source>
        <translation>QOS 限制：%1</translation>
    </message>
    <message>
        <source>Account limit: %1</source>
        <translation>账户限制：%1</translation>
    </message>
    <message>
        <source>Ended by signal %1</source>
        <translation>被信号 %1 终止</translation>
    </message>
    <message>
        <source>Not available: %1</source>
        <translation>不可用：%1</translation>
    </message>
    <message>
        <source>A node it asks for may be reserved for another job</source>
        <translation>指定的节点可能已预留给其他作业</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>RowText</name>
    <message>
        <source>1 GPU</source>
        <translation>1 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPU</translation>
    </message>
    <message>
        <source>1 CPU</source>
        <translation>1 CPU</translation>
    </message>
    <message>
        <source>%1 CPUs</source>
        <translation>%1 CPU</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>Array %1, %2, %3 tasks: %4</source>
        <translation>数组 %1，%2，%3 个任务：%4</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>next start %1</source>
        <translation>下次开始 %1</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1 前</translation>
    </message>
    <message>
        <source>link lost · 1 row as it was at %1</source>
        <translation>连接中断 · 1 行为 %1 时的状态</translation>
    </message>
    <message>
        <source>link lost · %1 rows as they were at %2</source>
        <translation>连接中断 · %1 行为 %2 时的状态</translation>
    </message>
    <message>
        <source>Array %1, %2, %3 task: %4</source>
        <translation>数组 %1，%2，%3 个任务：%4</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
</context>
<context>
    <name>SourceBar</name>
    <message>
        <source>trying now</source>
        <translation>正在尝试</translation>
    </message>
    <message>
        <source>try in %1 s</source>
        <translation>%1 秒后重试</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1 前</translation>
    </message>
    <message>
        <source>needs you</source>
        <translation>需要您处理</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>clock %1 ahead</source>
        <translation>时钟快 %1</translation>
    </message>
    <message>
        <source>clock %1 behind</source>
        <translation>时钟慢 %1</translation>
    </message>
</context>
<context>
    <name>Sources</name>
    <message>
        <source>there is no such profile file; see docs/profiles.md</source>
        <translation>没有这个配置文件；见 docs/profiles.md</translation>
    </message>
    <message>
        <source>%1 has no profile &quot;%2&quot;; it has %3</source>
        <translation>%1 中没有配置 &quot;%2&quot;；其中有 %3</translation>
    </message>
    <message>
        <source>%1 has no profiles</source>
        <translation>%1 中没有任何配置</translation>
    </message>
</context>
<context>
    <name>pilothouse::ActivityLog</name>
    <message>
        <source>Activity log</source>
        <translation>操作记录</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索记录</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Close the log</source>
        <translation>关闭记录</translation>
    </message>
    <message>
        <source>Close the log (Ctrl+L)</source>
        <translation>关闭记录 (Ctrl+L)</translation>
    </message>
    <message>
        <source>No log is kept in this run.</source>
        <translation>本次运行不保存记录。</translation>
    </message>
    <message>
        <source>Nothing has been done yet.</source>
        <translation>还没有任何操作。</translation>
    </message>
    <message>
        <source>the newest %1</source>
        <translation>最新 %1 条</translation>
    </message>
</context>
<context>
    <name>pilothouse::ColumnsSheet</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Ticked ones are shown, from left to right in this order.</source>
        <translation>勾选的列会按此顺序从左到右显示。</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Further left (Alt+Up)</source>
        <translation>左移 (Alt+Up)</translation>
    </message>
    <message>
        <source>Further right (Alt+Down)</source>
        <translation>右移 (Alt+Down)</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>恢复初始设置</translation>
    </message>
    <message>
        <source>Compact rows</source>
        <translation>紧凑行</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>pilothouse::DetailPanel</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Choose a job to see it here.</source>
        <translation>选择一个作业，在此查看。</translation>
    </message>
    <message>
        <source>Summary of the job</source>
        <translation>作业摘要</translation>
    </message>
    <message>
        <source>Stop this job</source>
        <translation>停止此作业</translation>
    </message>
    <message>
        <source>Close the detail</source>
        <translation>关闭详情</translation>
    </message>
    <message>
        <source>Close the detail (Ctrl+I)</source>
        <translation>关闭详情 (Ctrl+I)</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1 前</translation>
    </message>
    <message>
        <source>This profile is read-only.</source>
        <translation>此配置为只读。</translation>
    </message>
    <message>
        <source>Stop needs the link.</source>
        <translation>停止需要连接。</translation>
    </message>
    <message>
        <source>This job has ended.</source>
        <translation>此作业已结束。</translation>
    </message>
    <message>
        <source>A stop waits already.</source>
        <translation>已有停止操作在等待。</translation>
    </message>
    <message>
        <source>Stop array…</source>
        <translation>停止数组…</translation>
    </message>
    <message>
        <source>Stop (S); 5 seconds to undo</source>
        <translation>停止 (S)；5 秒内可撤销</translation>
    </message>
    <message>
        <source>More could not be read</source>
        <translation>更多信息无法读取</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Not in the queue any more</source>
        <translation>已不在队列中</translation>
    </message>
    <message>
        <source>%1 · hidden here</source>
        <translation>%1 · 此处已隐藏</translation>
    </message>
    <message>
        <source>This job has left the queue.</source>
        <translation>该作业已离开队列。</translation>
    </message>
    <message>
        <source>The filter or a fold hides this job.</source>
        <translation>该作业被筛选条件或折叠隐藏。</translation>
    </message>
</context>
<context>
    <name>pilothouse::FilterField</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>For example: user:me state:pending gpu&gt;=4 waited&gt;2h</source>
        <translation>例如：user:me state:pending gpu&gt;=4 waited&gt;2h</translation>
    </message>
    <message>
        <source>Proposals</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Filter: user:me state:pending gpu&gt;=4 name~resnet waited&gt;2h</source>
        <translation>筛选：user:me state:pending gpu&gt;=4 name~resnet waited&gt;2h</translation>
    </message>
    <message>
        <source>Dashed tokens are off; click to use them</source>
        <translation>虚线条件未启用；点击即可启用</translation>
    </message>
</context>
<context>
    <name>pilothouse::FirstPage</name>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Where do your jobs run?</source>
        <translation>您的作业在哪里运行？</translation>
    </message>
    <message>
        <source>Nothing is installed there, and nothing is changed by looking.</source>
        <translation>那里不会安装任何东西，查看也不会改变任何内容。</translation>
    </message>
    <message>
        <source>Your cluster</source>
        <translation>您的集群</translation>
    </message>
    <message>
        <source>A profile file names the host as in ~/.ssh/config. It never holds a password.</source>
        <translation>配置文件像 ~/.ssh/config 那样给出主机。其中从不保存密码。</translation>
    </message>
    <message>
        <source>Look around on a real Slurm of your own</source>
        <translation>在本机的真实 Slurm 上试用</translation>
    </message>
    <message>
        <source>From the source folder: starts a small cluster on this machine only, and opens the console on it.</source>
        <translation>在源码目录中运行：只在本机启动一个小集群，并用控制台打开它。</translation>
    </message>
    <message>
        <source>Without a window</source>
        <translation>不打开窗口</translation>
    </message>
    <message>
        <source>Prints what the Jobs page would show, for scripts.</source>
        <translation>输出作业页面将显示的内容，供脚本使用。</translation>
    </message>
</context>
<context>
    <name>pilothouse::JobsPage</name>
    <message>
        <source>Nothing to stop</source>
        <translation>没有可停止的作业</translation>
    </message>
    <message>
        <source>What is chosen has ended, or nothing is chosen.</source>
        <translation>所选作业已结束，或没有选择作业。</translation>
    </message>
    <message>
        <source>%1 is read-only</source>
        <translation>%1 为只读</translation>
    </message>
    <message>
        <source>This profile sends nothing that changes anything.</source>
        <translation>此配置不会发送任何更改。</translation>
    </message>
    <message>
        <source>%1 is not connected</source>
        <translation>%1 未连接</translation>
    </message>
    <message>
        <source>Stop needs the link. Nothing was queued.</source>
        <translation>停止需要连接。没有加入任何操作。</translation>
    </message>
    <message>
        <source>Nothing was queued</source>
        <translation>没有加入任何操作</translation>
    </message>
    <message>
        <source>1 row copied</source>
        <translation>已复制 1 行</translation>
    </message>
    <message>
        <source>%1 rows copied</source>
        <translation>已复制 %1 行</translation>
    </message>
    <message>
        <source>Export all shown rows</source>
        <translation>导出所有显示的行</translation>
    </message>
    <message>
        <source>Export %1 rows</source>
        <translation>导出 %1 行</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>%1 rows written</source>
        <translation>已写入 %1 行</translation>
    </message>
    <message>
        <source>Not written</source>
        <translation>未写入</translation>
    </message>
    <message>
        <source>Open detail</source>
        <translation>打开详情</translation>
    </message>
    <message>
        <source>Stop %1 jobs</source>
        <translation>停止 %1 个作业</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>我的</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Failed 24 h</source>
        <translation>24 h 内失败</translation>
    </message>
    <message>
        <source>Every job</source>
        <translation>所有作业</translation>
    </message>
    <message>
        <source>Remove this view</source>
        <translation>删除此视图</translation>
    </message>
    <message>
        <source>Save this view</source>
        <translation>保存此视图</translation>
    </message>
    <message>
        <source>Filter, order and groups under a name.</source>
        <translation>以一个名称保存筛选、排序和分组。</translation>
    </message>
    <message>
        <source>Name of the view</source>
        <translation>视图名称</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>source</source>
        <translation>数据源</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Save this view: filter, order and groups</source>
        <translation>保存此视图：筛选、排序和分组</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Choose columns (Ctrl+Shift+C)</source>
        <translation>选择列 (Ctrl+Shift+C)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Write the rows to a file (Ctrl+E)</source>
        <translation>将行写入文件 (Ctrl+E)</translation>
    </message>
    <message>
        <source>Group: %1</source>
        <translation>分组：%1</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>1 row could not be read; the list is not complete.</source>
        <translation>有 1 行无法读取；列表不完整。</translation>
    </message>
    <message>
        <source>%1 rows could not be read; the list is not complete.</source>
        <translation>有 %1 行无法读取；列表不完整。</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>Jobs appear as soon as the first answer is complete.</source>
        <translation>首次应答完整后即显示作业。</translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>No job passes this filter</source>
        <translation>没有作业符合此筛选</translation>
    </message>
    <message>
        <source>1 job is hidden.</source>
        <translation>隐藏了 1 个作业。</translation>
    </message>
    <message>
        <source>%1 jobs are hidden.</source>
        <translation>隐藏了 %1 个作业。</translation>
    </message>
    <message>
        <source>No jobs</source>
        <translation>没有作业</translation>
    </message>
    <message>
        <source>%1 answered: its queue is empty.</source>
        <translation>%1 已应答：其队列为空。</translation>
    </message>
    <message>
        <source>The sources that answered have empty queues.</source>
        <translation>已应答的数据源队列均为空。</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>This stop is on its way already</source>
        <translation>该停止请求已在执行</translation>
    </message>
    <message>
        <source>It is sent once.</source>
        <translation>只会发送一次。</translation>
    </message>
    <message>
        <source>Rows are still being written</source>
        <translation>仍在写入行</translation>
    </message>
    <message>
        <source>Try again when that is done.</source>
        <translation>请在写入完成后重试。</translation>
    </message>
    <message>
        <source>1 row written</source>
        <translation>已写入 1 行</translation>
    </message>
    <message>
        <source>Group and order the rows</source>
        <translation>分组与排序</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组依据</translation>
    </message>
    <message>
        <source>Order by</source>
        <translation>排序依据</translation>
    </message>
    <message>
        <source>Greatest first</source>
        <translation>从大到小</translation>
    </message>
</context>
<context>
    <name>pilothouse::JobsTable</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>pilothouse::LinkBar</name>
    <message>
        <source>Show steps</source>
        <translation>显示步骤</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>%1 needs you</source>
        <translation>%1 需要您处理</translation>
    </message>
    <message>
        <source>%1 has not answered since %2</source>
        <translation>%1 自 %2 起没有应答</translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>%1 more sources are lost</source>
        <translation>另有 %1 个数据源失去连接</translation>
    </message>
</context>
<context>
    <name>pilothouse::MainWindow</name>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>关闭此通知</translation>
    </message>
    <message>
        <source>%1  (%2 more)</source>
        <translation>%1（另有 %2 条）</translation>
    </message>
    <message>
        <source>This window has no profile %1; close it and start again with it.</source>
        <translation>此窗口没有配置 %1；请关闭后带该配置重新启动。</translation>
    </message>
    <message>
        <source>Look of the system</source>
        <translation>跟随系统外观</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Columns and rows…</source>
        <translation>列与行…</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>About Pilothouse</source>
        <translation>关于 Pilothouse</translation>
    </message>
</context>
<context>
    <name>pilothouse::Rail</name>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>About Pilothouse</source>
        <translation>关于 Pilothouse</translation>
    </message>
    <message>
        <source>Fold the rail (Ctrl+B)</source>
        <translation>折叠侧栏 (Ctrl+B)</translation>
    </message>
    <message>
        <source>Unfold the rail</source>
        <translation>展开侧栏</translation>
    </message>
    <message>
        <source>Fold the rail</source>
        <translation>折叠侧栏</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Settings (Ctrl+,)</source>
        <translation>设置 (Ctrl+,)</translation>
    </message>
</context>
<context>
    <name>pilothouse::SourceBar</name>
    <message>
        <source>No sources yet</source>
        <translation>还没有数据源</translation>
    </message>
    <message>
        <source>What this program asks of your sources, over the last minute</source>
        <translation>本程序最近一分钟对您的数据源的请求</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Our load  %1 requests/min · %2 kB/min</source>
        <translation>本程序负载  %1 次请求/min · %2 kB/min</translation>
    </message>
    <message>
        <source>Source %1, %2 %3</source>
        <translation>数据源 %1，%2 %3</translation>
    </message>
</context>
<context>
    <name>pilothouse::UndoBar</name>
    <message>
        <source>Nothing has been sent yet</source>
        <translation>尚未发送任何内容</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>显示记录</translation>
    </message>
    <message>
        <source>Not stopped. %1</source>
        <translation>未停止。%1</translation>
    </message>
    <message>
        <source>Undone.</source>
        <translation>已撤销。</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>没有发送任何内容。</translation>
    </message>
    <message>
        <source>1 more act waits; nothing has been sent yet</source>
        <translation>另有 1 个操作在等待；尚未发送</translation>
    </message>
    <message>
        <source>%1 more acts wait; nothing has been sent yet</source>
        <translation>另有 %1 个操作在等待；尚未发送</translation>
    </message>
    <message>
        <source>1 more act is on its way</source>
        <translation>另有 1 个操作正在执行</translation>
    </message>
    <message>
        <source>%1 more acts are on their way</source>
        <translation>另有 %1 个操作正在执行</translation>
    </message>
</context>
</TS>
