// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @dev An ordinary token that anyone may mint. The tokens below differ from it in one thing each.
contract PlainToken is ERC20("Token", "TOK") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// @dev Takes one percent of every transfer.
contract FeeToken is PlainToken {
    function _update(address from, address to, uint256 amount) internal override {
        if (from == address(0)) return super._update(from, to, amount);
        uint256 fee = amount / 100;
        super._update(from, address(0xFEE), fee);
        super._update(from, to, amount - fee);
    }
}

/// @dev Refuses every transfer from or to an address on its list, or every transfer at all while it is paused.
contract BlacklistToken is PlainToken {
    mapping(address account => bool) public isBlocked;
    bool public isPaused;

    error Blocked();

    function setBlocked(address account, bool blocked) external {
        isBlocked[account] = blocked;
    }

    function setPaused(bool paused) external {
        isPaused = paused;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (isPaused || isBlocked[from] || isBlocked[to]) revert Blocked();
        super._update(from, to, amount);
    }
}

/// @dev Calls the sender before a transfer and the receiver after it, as ERC-777 does.
contract HookToken is PlainToken {
    function _update(address from, address to, uint256 amount) internal override {
        if (from.code.length > 0) _hook(from);
        super._update(from, to, amount);
        if (to.code.length > 0) _hook(to);
    }

    function _hook(address target) private {
        (bool isAnswered,) = target.call(abi.encodeWithSignature("onTokenMoved()"));
        isAnswered;
    }
}

/// @dev Grows or shrinks every balance.
contract RebasingToken is PlainToken {
    uint256 public percent = 100;

    function rebase(uint256 percent_) external {
        percent = percent_;
    }

    function balanceOf(address owner) public view override returns (uint256) {
        return super.balanceOf(owner) * percent / 100;
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount * 100 / percent);
    }
}

/// @dev Has no `permit`, and a fallback that swallows the call, as WETH has.
contract PhantomPermitToken is PlainToken {
    fallback() external {}
}

/// @dev A token like USDT: transfers return nothing, and an allowance must be set to zero before it can be changed.
contract UsdtLike {
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0, "approve through zero");
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// @dev Returns `false` where other tokens revert, and moves nothing.
contract ReturnsFalseToken {
    mapping(address owner => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

/// @dev A second address of the same token: it moves the token's own balances, as the old proxy of an upgraded token
///      does.
contract SecondEntryToken {
    TwoEntryToken private immutable TOKEN;

    constructor(TwoEntryToken token) {
        TOKEN = token;
    }

    function balanceOf(address owner) external view returns (uint256) {
        return TOKEN.balanceOf(owner);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        TOKEN.transferBySecondEntry(msg.sender, to, amount);
        return true;
    }
}

/// @dev The token behind `SecondEntryToken`.
contract TwoEntryToken is PlainToken {
    address public secondEntry;

    function setSecondEntry(address entry) external {
        secondEntry = entry;
    }

    function transferBySecondEntry(address from, address to, uint256 amount) external {
        require(msg.sender == secondEntry, "only the second entry");
        _transfer(from, to, amount);
    }
}

/// @dev Burns all the gas that it is given when it is asked for a balance.
contract BurningToken is PlainToken {
    function balanceOf(address) public pure override returns (uint256) {
        assembly {
            invalid()
        }
    }
}

/// @dev Takes all the gas there is when it is asked for a balance.
contract GaslessBalanceToken is PlainToken {
    bool public isBurning;

    function setBurning() external {
        isBurning = true;
    }

    function balanceOf(address owner) public view override returns (uint256) {
        while (isBurning) {}
        return super.balanceOf(owner);
    }
}

/// @dev Needs 200,000 gas more than other tokens for every transfer and every reading of a balance.
contract HungryToken is PlainToken {
    function balanceOf(address owner) public view override returns (uint256) {
        _burn();
        return super.balanceOf(owner);
    }

    function _update(address from, address to, uint256 amount) internal override {
        _burn();
        super._update(from, to, amount);
    }

    function _burn() private view {
        uint256 before = gasleft();
        while (before - gasleft() < 200_000) {}
    }
}

/// @dev Refuses transfers of zero, refuses every transfer while it is paused, and can take an account's whole balance
///      away.
contract RefusingToken is PlainToken {
    bool public isPaused;

    function setPaused(bool paused) external {
        isPaused = paused;
    }

    function confiscate(address owner) external {
        _burn(owner, balanceOf(owner));
    }

    function _update(address from, address to, uint256 amount) internal override {
        require(!isPaused, "paused");
        require(amount != 0, "nothing to move");
        super._update(from, to, amount);
    }
}
